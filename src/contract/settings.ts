import { z } from 'zod'
import { LEVELS } from './levels.ts'

const hostWithPort = z
  .string()
  .regex(/^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9a-f:]+\](?::\d{1,5})?$/i, 'must be a host name with or without a port')
const origin = z.string().regex(/^https?:\/\/[^/\s]+$/, 'must look like https://host or http://host:port')

const MATCHERS = ['gcc', 'tsc', 'eslint-json', 'biome-json']

function isMatcher(text: string): boolean {
  if (MATCHERS.includes(text)) return true
  try {
    return new RegExp(text) instanceof RegExp && text.includes('(?<file>') && text.includes('(?<message>')
  } catch {
    return false
  }
}

/** `settings.json` without `limits`, which follow from the table of limits. Every key is optional. */
export const settingsSchema = z.strictObject({
  $schema: z.string().optional(),
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().min(1).optional(),
  allowedHosts: z.array(hostWithPort).max(100).optional(),
  allowedOrigins: z.array(origin).max(100).optional(),
  behindProxy: z.boolean().optional(),
  level: z.enum(LEVELS).nullable().optional(),
  durability: z.enum(['process', 'power']).optional(),
  projects: z.array(z.string().min(1)).max(1_000).optional(),
  workspaces: z.string().min(1).optional(),
  reminders: z.enum(['off', 'on_change', 'every']).optional(),
  historyDays: z.int().min(1).max(3_650).optional(),
  shell: z.string().regex(/^\//, 'must be an absolute path').optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).optional(),
  checkers: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(60),
        command: z.tuple([z.string().min(1)], z.string()),
        when: z.string().min(1).optional(),
        matcher: z
          .string()
          .min(1)
          .refine(
            isMatcher,
            'must be gcc, tsc, eslint-json, biome-json, or a regular expression with the groups (?<file>…) and (?<message>…)',
          ),
      }),
    )
    .max(50)
    .optional(),
  web: z.strictObject({ privateHosts: z.array(hostWithPort).max(100).optional() }).optional(),
  memorySecrets: z.enum(['redact', 'show']).optional(),
  embeddings: z
    .strictObject({
      url: z.string().regex(/^https?:\/\/[^\s/@]+(?:\/[^\s@]*)?$/, 'must look like http://127.0.0.1:11434/v1'),
      model: z.string().min(1).max(200),
      keyFile: z.string().min(1).optional(),
    })
    .optional(),
})
