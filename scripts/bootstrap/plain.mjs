/** Something a person can act on: shown as a sentence, without a stack. */
export class Plain extends Error {}
