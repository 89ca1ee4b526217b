import type { Program, Programs } from '../program.ts'

/** Only asks for its version or its help. */
const versioned = (flags: string): Program => ({
  flags,
  operands: 'text*',
  inspect: (draft, { flags: found, operands }) => {
    if (found.length === 0 || operands.length > 0) draft.effects.add('unknown')
  },
  named: 1,
})

/** Tools that build and check: they run code of the project, except when they are only asked who they are. */
export const TOOLS: Programs = {
  'tsc tsx ts-node deno javac kotlinc swiftc gcc g++ clang cc c++ ld zig': versioned('--version -v'),
  'eslint prettier biome oxlint jest vitest playwright vite rollup esbuild next': versioned('--version -v'),
  'mypy ruff black isort pyright': versioned('--version -V'),
  // These read settings of the project before they say who they are, and the settings can run code.
  'rustc rustup ghcup stylelint mocha ava cypress webpack swc babel nuxt astro parcel pytest flake8 pylint bandit coverage tox nox':
    { operands: 'text*', effects: ['unknown'], named: 1 },
  'java javap jar': {
    ...versioned('--version'),
    inspectWords: (draft, words) => {
      if (words.length !== 1 || !/^--?version$/.test(words[0]?.value ?? '')) draft.effects.add('unknown')
    },
  },
  'terraform-docs shellcheck shfmt hadolint yamllint markdownlint actionlint': {
    ...versioned('--version'),
    operands: 'read*',
  },
  'vim vi nvim nano emacs code subl less more most view ed ex pico micro hx': {
    operands: 'read*',
    effects: ['unknown'],
    reason: ['medium', 'interactive', 'It waits for keys and can run programs.'],
  },
  'tmux screen zellij': {
    operands: 'text*',
    effects: ['unknown'],
    reason: ['high', 'interactive', 'It opens terminals of its own.'],
  },
  'open xdg-open start explorer': {
    operands: 'text*',
    effects: ['unknown'],
    reason: ['medium', 'opens', 'It opens something outside of the terminal.'],
  },
  'pbcopy pbpaste xclip xsel wl-copy wl-paste': {
    operands: 'text*',
    effects: ['unknown'],
    reason: ['medium', 'clipboard', 'It uses the clipboard.'],
  },
  'screencapture scrot import gnome-screenshot ffmpeg arecord': { operands: 'text*', effects: ['unknown'] },
}
