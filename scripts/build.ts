import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { FONT_FILES, fontFile } from '../src/documents/font-files.ts'
import { shippedFiles } from '../src/embeddings/model-files.ts'
import { shippedGrammars } from '../src/indexing/grammars.ts'
import { ensureConsole } from './build-console.ts'
import { ROOT } from './run-tool.ts'

const dist = join(ROOT, 'dist')
const builtins = new Set(builtinModules)

const bundle = await rolldown({
  input: {
    main: join(ROOT, 'src', 'main.ts'),
    broker: join(ROOT, 'src', 'broker', 'main.ts'),
    'engine-worker': join(ROOT, 'src', 'embeddings', 'engine-worker.ts'),
    'index-worker': join(ROOT, 'src', 'indexing', 'index-worker.ts'),
    'document-worker': join(ROOT, 'src', 'documents', 'document-worker.ts'),
    'readable-worker': join(ROOT, 'src', 'web', 'readable-worker.ts'),
  },
  platform: 'node',
  external: (id) => id.startsWith('node:') || builtins.has(id),
  // The ES module builds: a UMD file hides its imports from the bundler.
  resolve: {
    mainFields: ['module', 'main'],
    // Its manifest names an ES module that it does not have.
    alias: { '@xterm/headless': fileURLToPath(import.meta.resolve('@xterm/headless')) },
  },
})
// The console is replaced in one step of its own: a daemon may be serving it.
for (const name of existsSync(dist) ? readdirSync(dist) : []) {
  if (name !== 'web') rmSync(join(dist, name), { recursive: true, force: true })
}
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: 'dce-only',
  comments: { legal: true },
})
await bundle.close()

/** The shell grammar and its runtime are data to the bundle; `src/commands/grammar.ts` looks for them here. */
for (const file of ['web-tree-sitter/web-tree-sitter.wasm', '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm']) {
  copyFileSync(fileURLToPath(import.meta.resolve(file)), join(dist, basename(file)))
}

/** Grammars of programming languages, and the embedding model with its engine. */
for (const file of shippedGrammars()) copyFileSync(file, join(dist, basename(file)))
mkdirSync(join(dist, 'embedding'))
for (const file of shippedFiles()) copyFileSync(file, join(dist, 'embedding', basename(file)))

/** What PDF files are written with. */
mkdirSync(join(dist, 'fonts'))
for (const name of FONT_FILES) copyFileSync(fontFile(name), join(dist, 'fonts', name))

await ensureConsole()

const main = readFileSync(join(dist, 'main.js'))
const total = output.reduce((bytes, file) => bytes + (file.type === 'chunk' ? file.code.length : 0), 0)
console.log(`dist/main.js ${kilobytes(main.length)}, ${output.length} files, ${kilobytes(total)} in all`)

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}
