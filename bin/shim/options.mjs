import { statSync } from 'node:fs'
import { resolve } from 'node:path'

const VALUES = new Map([
  ['--profile', 'profile'],
  ['--workdir', 'workdir'],
])

/** `--profile P` and `--workdir DIR`, also written with `=`. Throws a sentence for anything else. */
export function readOptions(args, directory) {
  const options = { profile: undefined, workdir: directory }
  const words = [...args]
  while (words.length > 0) {
    const word = words.shift()
    const [name, inline] = split(word)
    const key = VALUES.get(name)
    if (key === undefined)
      throw new Error(`"${word}" is not an option of upperhand stdio. Known: --profile, --workdir, --in-process.`)
    const value = inline ?? words.shift()
    if (!value) throw new Error(`${name} needs a value.`)
    options[key] = value
  }
  options.workdir = resolve(directory, options.workdir)
  if (!isDirectory(options.workdir)) throw new Error(`The working directory ${options.workdir} does not exist.`)
  return options
}

function split(word) {
  const at = word.indexOf('=')
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}

function isDirectory(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
