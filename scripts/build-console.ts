import { hash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from './run-tool.ts'

const WEB = join(ROOT, 'web')
const OUT = join(ROOT, 'dist', 'web')
const STAMP = 'built-from'
/** Contracts are shared with the daemon, so a change of them is a change of the page. */
const SOURCES = [
  'web/**/*.{ts,tsx,css,html,js,svg}',
  'src/contract/*.ts',
  'src/base/visible.ts',
  'scripts/build-console.ts',
  'package-lock.json',
]
const CLAIM = join(ROOT, '.cache', 'building-console')
const CLAIM_OLD_MS = 5 * 60_000
const LOOK_AGAIN_MS = 200

/** Builds the console into `dist/web` unless what is there was made from these very sources. Answers whether it built. */
export async function ensureConsole(): Promise<boolean> {
  if (isFresh()) return false
  await claim()
  try {
    if (isFresh()) return false
    await buildConsole()
    return true
  } finally {
    rmSync(CLAIM, { recursive: true, force: true })
  }
}

async function buildConsole(): Promise<void> {
  // Under a test runner the page would otherwise be the one for development, twice as large.
  process.env['NODE_ENV'] = 'production'
  const stamp = fingerprint()
  const { build } = await import('vite')
  const [{ default: react }, { default: tailwind }] = await Promise.all([
    import('@vitejs/plugin-react'),
    import('@tailwindcss/vite'),
  ])
  const fresh = `${OUT}.new`
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), tailwind()],
    build: {
      outDir: fresh,
      emptyOutDir: true,
      target: 'es2023',
      // Data addresses are not allowed by the page's policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
    },
  })
  writeFileSync(join(fresh, STAMP), stamp)
  const old = `${OUT}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(OUT)) renameSync(OUT, old)
  renameSync(fresh, OUT)
  rmSync(old, { recursive: true, force: true })
}

function isFresh(): boolean {
  try {
    return readFileSync(join(OUT, STAMP), 'utf8') === fingerprint()
  } catch {
    return false
  }
}

function fingerprint(): string {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()
  return hash('sha256', files.map((file) => `${file}\0${readFileSync(join(ROOT, file), 'utf8')}\0`).join(''))
}

/** Two processes at once would write over each other. */
async function claim(): Promise<void> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  for (;;) {
    try {
      mkdirSync(CLAIM)
      return
    } catch {
      const since = statSync(CLAIM, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      if (Date.now() - since > CLAIM_OLD_MS) rmSync(CLAIM, { recursive: true, force: true })
      await pause(LOOK_AGAIN_MS)
    }
  }
}

if (import.meta.main && (await ensureConsole())) console.error('The console is built.')
