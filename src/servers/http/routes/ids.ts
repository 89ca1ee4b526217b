import { z } from 'zod'

/** Ids of approvals, calls, grants and rules. */
export const recordId = z.string().regex(/^[a-z0-9_]{1,64}$/, 'not an id')

export const profileId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'not a profile id')
