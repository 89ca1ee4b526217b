/** Permission levels from strict to free. */
export const LEVELS = ['read_only', 'execute_with_confirm', 'full_access'] as const
export type Level = (typeof LEVELS)[number]

export const PATH_POLICIES = ['open', 'workspace', 'projects'] as const
export type PathPolicy = (typeof PATH_POLICIES)[number]

export const TOOL_PERMISSIONS = ['allowed', 'confirm', 'blocked'] as const
export type ToolPermission = (typeof TOOL_PERMISSIONS)[number]

export function stricterLevel(a: Level, b: Level): Level {
  return LEVELS.indexOf(a) <= LEVELS.indexOf(b) ? a : b
}
