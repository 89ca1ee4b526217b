import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endWithParent, ROOT, runTool } from './run-tool.ts'

const STEPS = [
  { name: 'format and lint', script: 'node_modules/@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['-p', '.'] },
  { name: 'types of the console', script: 'node_modules/typescript/bin/tsc', args: ['-p', 'web'] },
  { name: 'layers', script: 'node_modules/vitest/vitest.mjs', args: ['run', '--reporter=dot', 'test/layers.test.ts'] },
  { name: 'unused code', script: 'node_modules/knip/bin/knip.js', args: [] },
  { name: 'generated docs', script: 'scripts/docs.ts', args: ['--check'] },
]

/** Everything that can be said about the code without running it. The steps run side by side and print one after the other. */
export async function check(): Promise<boolean> {
  const steps = STEPS.filter(({ script }) => existsSync(join(ROOT, script))).map(({ name, script, args }) => {
    let printed = ''
    const exit = runTool(script, args, {}, (text) => {
      printed += text
    })
    return { name, ended: exit.then((code) => ({ code, printed })) }
  })
  const failed: string[] = []
  for (const { name, ended } of steps) {
    const { code, printed } = await ended
    console.log(`\n— ${name}\n${printed.trimEnd()}`)
    if (code !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? '\nCheck passed.' : `\nCheck failed: ${failed.join(', ')}.`)
  return failed.length === 0
}

if (import.meta.main) {
  endWithParent()
  process.exitCode = (await check()) ? 0 : 1
}
