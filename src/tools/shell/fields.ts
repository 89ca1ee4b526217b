import { z } from 'zod'

export const command = z.string()

/** `null` is accepted for none. */
export const cwd = z.preprocess((given) => given ?? undefined, z.string().optional())

export const captureStderr = z.boolean().default(true)

export const sessionId = z.string()

export const SESSION_ALIASES = ['sessionId'] as const
export const CAPTURE_ALIASES = ['captureStderr'] as const

/** Plain POSIX, whatever the person's own shell is. */
export const SHELL = process.platform === 'win32' ? 'cmd.exe' : '/bin/sh'
