import { because, type Draft } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import { type Program, type Programs, programs } from '../program.ts'

const PUBLISHES = ['critical', 'publishes', 'It publishes something others see.'] as const
const CREDENTIALS = ['critical', 'credentials', 'It handles credentials.'] as const
const SETTINGS = ['critical', 'package-settings', 'It changes where packages come from.'] as const

const publish: Program = { operands: 'text*', effects: ['network', 'publishes'], reason: PUBLISHES }
const login: Program = { operands: 'text*', effects: ['network', 'unknown'], reason: CREDENTIALS }
const script: Program = { operands: 'text*', effects: ['unknown'], named: 1 }
const install: Program = {
  operands: 'text*',
  effects: ['network', 'writes', 'unknown'],
  reason: ['medium', 'installs', 'It downloads packages and may run their scripts.'],
}
const online: Program = {
  operands: 'text*',
  effects: ['network'],
  flags: '-al --json --long --parseable --all -g --global',
}
const local: Program = {
  flags:
    '-aglp --all --global --json --long --parseable --depth= --prod --dev --production --only= --include= --omit= --link --recursive -r --filter= --package-lock-only',
  operands: 'text*',
}
const NONE: Program = {}

const NPM_FLAGS =
  '-v --version -s --silent -q --quiet --prefix=/ -C=/ --dir=/ -w= --workspace= --workspaces --filter= -F= -r --recursive --if-present --no-fund --no-audit --loglevel='

const NPM: Program = {
  flags: NPM_FLAGS,
  alone: NONE,
  otherwise: script,
  subcommands: programs({
    'ls list la ll explain why query root prefix bin': local,
    'view info show v outdated search audit ping whoami fund doctor diff docs bugs repo': online,
    'test t tst start stop restart run run-script rum': script,
    'install i add ci update up upgrade remove uninstall rm un dedupe prune rebuild link unlink create init import patch fetch':
      { ...install, named: 0 },
    'publish unpublish deprecate dist-tag owner access team org hook star unstar': publish,
    'login logout adduser token profile': login,
    version: { operands: 'text*', effects: ['writes'], flags: '--no-git-tag-version -m=' },
    pack: { operands: 'text*', effects: ['writes', 'unknown'], flags: '--dry-run --json --pack-destination=>' },
    'config c get set': { operands: 'text*', flags: '-g --global --json --location=', inspect: checkNpmConfig },
    cache: { operands: 'text*', effects: ['writes'], flags: '--force' },
    help: { flags: '-l', operands: '' },
    node: { operands: 'text*', effects: ['unknown'], named: 1 },
    workspace: { ...script, named: 3 },
    workspaces: { ...script, named: 2 },
  }),
}

const PIP: Program = {
  flags: '-qvV --version --quiet --verbose --isolated --no-cache-dir --directory=/ --project=/',
  alone: NONE,
  otherwise: script,
  subcommands: programs({
    'list freeze show': {
      ...local,
      flags: '-lefv --format= --local --user --json --files --verbose --not-required',
      operands: 'text*',
    },
    'install add sync lock update upgrade remove uninstall download wheel build venv create init inject ensurepath':
      install,
    'search index tree info': online,
    publish,
    'login auth': login,
    config: { operands: 'text*', effects: ['unknown'], reason: SETTINGS },
    cache: { operands: 'text*', effects: ['writes'] },
    run: script,
  }),
}

const GEM: Program = {
  alone: NONE,
  otherwise: script,
  flags: '-v --version',
  subcommands: programs({
    'list env contents which environment show': { operands: 'text*', flags: '-l --local -v --versions' },
    'install update add remove uninstall fetch': install,
    'push yank owner': publish,
    signin: login,
    config: { operands: 'text*', effects: ['unknown'], reason: SETTINGS },
  }),
}

/** Package managers of languages and systems. */
export const PACKAGES: Programs = {
  npm: NPM,
  // These run a release, hooks or settings that the project brings along, whatever they are asked.
  'pnpm yarn bun': { ...NPM, effects: ['unknown'] },
  'pip pipx conda mamba': PIP,
  // These run what the project says before they look at what they are asked.
  'uv poetry pipenv pdm hatch rye': { ...PIP, effects: ['unknown'] },
  cargo: {
    // The project chooses the release that answers, and it may bring one along.
    effects: ['unknown'],
    flags: '-qvV --version --list --quiet --verbose --offline --locked --frozen',
    alone: NONE,
    otherwise: script,
    subcommands: programs({
      'search info': online,
      'publish yank owner': publish,
      'login logout': login,
      'build b check c test t run r bench clippy fmt doc fix clean expand nextest': {
        ...script,
        named: 0,
        flags:
          '-qvr -p= -j= -F= --release --all-targets --workspace --all --lib --bins --tests --examples --features= --all-features --no-default-features --package= --bin= --example= --test= --target= --no-run --manifest-path=< --jobs= --no-fail-fast',
      },
      'install add remove rm update fetch vendor init new uninstall': install,
    }),
  },
  go: {
    subcommands: programs({
      'version env': { operands: 'text*' },
      'build test vet run generate install clean fmt fix work': { ...script, named: 0 },
      'get mod': install,
    }),
    alone: NONE,
    otherwise: script,
  },
  // A Gemfile is a program, and every subcommand runs it.
  'bundle bundler': { ...GEM, effects: ['unknown'] },
  gem: GEM,
  'mvn mvnw gradle gradlew sbt ant': { operands: 'text*', effects: ['unknown'], named: 1, inspect: checkDeploy },
  dotnet: {
    effects: ['unknown'],
    subcommands: programs({
      nuget: { operands: 'text*', effects: ['network', 'unknown'], inspect: checkDeploy },
      'restore add tool': install,
    }),
    flags: '--version --info --list-sdks --list-runtimes',
    alone: NONE,
    otherwise: script,
  },
  'composer cocoapods pod luarocks mix rebar3 stack cabal opam dart flutter pub': {
    operands: 'text*',
    effects: ['network', 'unknown'],
    named: 2,
    inspect: checkDeploy,
  },
  'changeset lerna nx turbo rush': { operands: 'text*', effects: ['unknown'], named: 1, inspect: checkDeploy },
  brew: {
    flags: '-v --version',
    alone: NONE,
    otherwise: install,
    subcommands: programs({
      'list ls leaves --prefix --cellar config deps uses desc': {
        operands: 'text*',
        flags: '-1 --cask --formula --versions --tree --installed',
      },
      'info search outdated home': online,
      services: {
        operands: 'text*',
        effects: ['unknown'],
        reason: ['critical', 'service', 'It changes which services run.'],
      },
    }),
  },
  'apt apt-get aptitude dnf yum zypper pacman apk emerge snap flatpak port nix-env winget choco scoop': {
    operands: 'text*',
    flags: '-yqadSRsvUu --yes --quiet --installed --upgradable --all-versions',
    effects: ['network', 'writes', 'unknown'],
    named: 1,
    reason: ['high', 'installs', 'It changes the software of the machine.'],
    inspect: () => undefined,
  },
  'make gmake ninja cmake meson bazel just task rake invoke tox nox': {
    operands: 'text*',
    effects: ['unknown'],
    named: 1,
    flags: '-BknsSi -C=/ -f=< -j? --dry-run --build= --target= --version',
  },
}

function checkNpmConfig(draft: Draft, { operands }: Arguments): void {
  const [verb] = operands
  const name = draft.form.subcommands[0]
  const key = (name === 'get' ? verb : operands[1])?.value ?? ''
  if (/auth|token|password/i.test(key)) because(draft, ...CREDENTIALS)
  if (name === 'get' || /^(?:get|list|ls)$/.test(verb?.value ?? '')) return
  draft.effects.add('writes')
  because(draft, ...SETTINGS)
}

function checkDeploy(draft: Draft, { operands }: Arguments): void {
  if (
    !operands.some(
      ({ value }) => value !== null && /^(?:deploy|publish\w*|push|upload|release:.*|hex\.publish|trunk)$/i.test(value),
    )
  )
    return
  draft.effects.add('publishes')
  because(draft, ...PUBLISHES)
}
