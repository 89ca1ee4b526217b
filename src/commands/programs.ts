import { type Program, programs } from './program.ts'
import { BUILTINS } from './programs/builtins.ts'
import { CONTAINERS } from './programs/containers.ts'
import { CRITICAL } from './programs/critical.ts'
import { GIT } from './programs/git.ts'
import { NETWORK_PROGRAMS } from './programs/network.ts'
import { PACKAGES } from './programs/packages.ts'
import { READING_FILES } from './programs/reading-files.ts'
import { READING_TEXT } from './programs/reading-text.ts'
import { SYSTEM } from './programs/system.ts'
import { TOOLS } from './programs/tools.ts'
import { WRITING_FILES } from './programs/writing-files.ts'

/** Every program that something is known of; a later table wins. */
export const PROGRAMS: ReadonlyMap<string, Program> = programs(
  TOOLS,
  READING_FILES,
  READING_TEXT,
  SYSTEM,
  PACKAGES,
  CONTAINERS,
  GIT,
  NETWORK_PROGRAMS,
  WRITING_FILES,
  CRITICAL,
  BUILTINS,
)
