import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { HostError } from '../../base/host-error.ts'
import { dataDirectoryPath } from '../../config/data-directory.ts'
import { judgeWorkdir } from '../../config/workdir.ts'
import { askLine } from '../ask-person.ts'
import type { Context } from '../context.ts'
import { shown } from '../output.ts'
import { tilde } from '../tilde.ts'

const TRIES = 3

/** The one question: the folder agents may work in. Undefined where the usual one will not do and none was named. */
export async function chooseFolder(context: Context, isSure: boolean): Promise<string | undefined> {
  const here = judge(context.directory, context)
  const usual = here.ok ? here.path : undefined
  if (isSure) return usual
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = (await askLine(context, question(usual, context)))?.trim()
    if (answer === undefined) throw new HostError('CANCELLED', 'Nothing was changed.')
    if (answer === '') return usual
    const judged = judge(fromHere(answer, context), context)
    if (judged.ok) return judged.path
    context.write(`${shown(judged.reason)}\n`)
  }
  return usual
}

function question(usual: string | undefined, context: Context): string {
  const standard = usual === undefined ? 'one of its own for each client' : tilde(usual, context)
  return `Folder agents may work in [${shown(standard)}]: `
}

function judge(path: string, { env }: Context) {
  return judgeWorkdir(path, { home: homeOf(env), dataDirectory: dataDirectoryPath(env) })
}

function fromHere(answer: string, { directory, env }: Context): string {
  return /^~(?=[/\\]|$)/.test(answer) ? join(homeOf(env), answer.slice(1)) : resolve(directory, answer)
}

function homeOf(env: Context['env']): string {
  return env['HOME'] || homedir()
}
