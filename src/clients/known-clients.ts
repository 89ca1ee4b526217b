import type { Client } from './client.ts'
import { claudeCode } from './known/claude-code.ts'
import { claudeDesktop } from './known/claude-desktop.ts'
import { codex } from './known/codex.ts'
import { cursor } from './known/cursor.ts'
import { geminiCli } from './known/gemini-cli.ts'
import { goose } from './known/goose.ts'
import { opencode } from './known/opencode.ts'
import { vsCode } from './known/vs-code.ts'
import { windsurf } from './known/windsurf.ts'
import { zed } from './known/zed.ts'

/** In the order in which they are shown. Open WebUI has no file: see `open-webui.ts`. */
export const KNOWN_CLIENTS: readonly Client[] = [
  claudeCode,
  claudeDesktop,
  codex,
  geminiCli,
  vsCode,
  cursor,
  windsurf,
  zed,
  opencode,
  goose,
]
