import { z } from 'zod'

/** Ids of approvals, calls, grants, rules and runs. */
export const recordId = z.string().regex(/^[a-z0-9_]{1,64}$/, 'not an id')
