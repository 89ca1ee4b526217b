import { z } from 'zod'

export const command = z.string()

export const cwd = z.string().nullable().optional().describe('Default: the working directory.')

export const captureStderr = z.boolean().default(true)

export const sessionId = z.string()

export const SESSION_ALIASES = ['sessionId'] as const
export const CAPTURE_ALIASES = ['captureStderr'] as const

/** Plain POSIX, whatever the person's own shell is. */
export const SHELL = process.platform === 'win32' ? 'cmd.exe' : '/bin/sh'
