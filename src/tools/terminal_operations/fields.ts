import { z } from 'zod'

export const command = z.string()

export const explanation = z.string().optional()

export const sessionId = z.string().optional().describe('Default: the terminal of this conversation.')

export const workingDirectory = z.string().optional()

export const shell = z.string().optional()

export const waitMs = z.int().min(0).optional()

/** `terminalId` is what a command in the background answers; it is a session like any other. */
export const SESSION_ALIASES = ['sessionId', 'terminalId', 'terminal_id', 'conversation_id', 'conversationId'] as const
export const DIRECTORY_ALIASES = ['workingDirectory', 'cwd'] as const
