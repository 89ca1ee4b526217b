import type { Wrappers } from '../wrapper.ts'

const DOWNLOADS = {
  effects: ['network', 'unknown'],
  reason: ['medium', 'downloads-program', 'It may download the program it runs.'],
} as const
const INSTALLED = { effects: ['unknown'] } as const

const NPM =
  '-yqn --yes --no --no-install --prefer-offline --offline --quiet -p= --package= -c=$ --call=$ -w= --workspace= --workspaces'
const UV = `-qv --quiet --verbose --isolated --no-sync --frozen --locked --offline -p= --python= --with= --extra= --group=
  --package= --from= --project=< --directory=/`

/** Wrappers that find a program in a package: one of the project, or one from the network. */
export const PACKAGE_RUNNERS: Wrappers = {
  npx: { ...DOWNLOADS, flags: NPM },
  'npm exec': { ...DOWNLOADS, flags: NPM },
  'npm x': { ...DOWNLOADS, flags: NPM },
  bunx: { ...DOWNLOADS, flags: '--bun --silent --no-install -p= --package=' },
  'bun x': { ...DOWNLOADS, flags: '--bun --silent -p= --package=' },
  'pnpm dlx': { ...DOWNLOADS, flags: '-cs --shell-mode --silent --package=' },
  'pnpm exec': { ...INSTALLED, flags: '-rc --recursive --parallel --shell-mode --filter= -F=' },
  'yarn dlx': { ...DOWNLOADS, flags: '-q --quiet -p= --package=' },
  'yarn exec': INSTALLED,
  uvx: { ...DOWNLOADS, flags: UV },
  'uv run': { ...DOWNLOADS, flags: UV },
  'uv tool run': { ...DOWNLOADS, flags: UV },
  'pipx run': { ...DOWNLOADS, flags: '--no-cache --verbose --quiet --spec= --python= --pip-args= --index-url=@' },
  'poetry run': INSTALLED,
  'pipenv run': INSTALLED,
  'conda run': { ...INSTALLED, flags: '-v --no-capture-output --live-stream -n= -p= --name= --prefix= --cwd=/' },
  'bundle exec': INSTALLED,
  'mise exec': INSTALLED,
  'direnv exec': { ...INSTALLED, operands: 'read' },
  'nix develop': { effects: ['network', 'unknown'], flags: '-c= --command=' },
}
