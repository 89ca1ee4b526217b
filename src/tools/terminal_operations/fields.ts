import { z } from 'zod'

export const command = z.string()

export const explanation = z.string().optional()

/** Left out, or the conversation's own id: the terminal of the run. */
export const sessionId = z.string().optional()

export const workingDirectory = z.string().optional()

export const shell = z.string().optional()

export const waitMs = z.int().optional()

/** `terminalId` is what a command in the background answers; it is a session like any other. */
export const SESSION_ALIASES = ['sessionId', 'terminalId', 'terminal_id', 'conversation_id', 'conversationId'] as const
export const DIRECTORY_ALIASES = ['workingDirectory', 'cwd'] as const
