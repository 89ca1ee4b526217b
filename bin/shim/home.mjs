import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import process from 'node:process'

/** Where the data directory is; the same answer as `src/config/data-directory.ts`. */
export function dataDirectoryPath(env = process.env, platform = process.platform) {
  const given = env.UPPERHAND_HOME
  if (given) {
    if (isAbsolute(given)) return given
    throw new Error(`UPPERHAND_HOME is "${given}", which is not an absolute path.`)
  }
  const home = env.HOME || homedir()
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'upperhand')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'upperhand')
  const shared = env.XDG_DATA_HOME
  return join(shared && isAbsolute(shared) ? shared : join(home, '.local', 'share'), 'upperhand')
}
