import { html, raw } from 'hono/html'
import { oneLine, visible } from '../../../base/visible.ts'
import { type ApprovalSummary, reasonsOf } from '../../../contract/approvals.ts'
import type { CallView } from '../../../contract/calls.ts'
import { RISK_SHAPES } from '../../../contract/effects.ts'
import { otherWarnings, type StatusView } from '../../../contract/status.ts'
import { pagePolicy } from '../security-headers.ts'
import { STYLE } from './style.ts'

export const STATUS_POLICY = pagePolicy({ style: STYLE })

const REFRESH_SECONDS = 10
const LABEL_CHARS = 120
const LEVEL_WORDS = { read_only: 'Read-only', execute_with_confirm: 'Asking', full_access: 'Full access' } as const

export interface Overview {
  readonly status: StatusView
  readonly pending: readonly ApprovalSummary[]
  readonly recent: readonly CallView[]
  readonly now: number
}

export function strangerPage() {
  return page('', html`<p>upperhand is running.</p><p>To see more, open a login link: <code>upperhand open</code></p>`)
}

/** Everything shown comes from agents and files: it is escaped, and hidden characters are made visible. */
export function statusPage({ status, pending, recent, now }: Overview) {
  return page(
    pending.length > 0 ? `(${pending.length}) ` : '',
    html`<p><strong>${stateWord(status)}</strong> · version ${status.version} · up since ${time(status.startedAt)} · ${status.runs} open runs
<span class="quiet">· as of ${time(now)}</span></p>
${[...status.safeMode.map((reason) => `Safe mode: ${reason}`), ...otherWarnings(status)].map((text) => html`<p class="notice">${visible(text)}</p>`)}
<h2>Waiting for you</h2>
${pending.length === 0 ? html`<p class="quiet">Nothing needs you.</p>` : pending.map(card)}
<h2>Profiles</h2>
<table><tr><th>Profile</th><th>Level</th><th>Tools</th><th></th></tr>
${status.profiles.map(
  ({ id, label, level, tools }) => html`<tr><td>${visible(id)}</td><td>${LEVEL_WORDS[level]}</td><td>${tools}</td>
<td>${visible(label)}${id === status.activeProfile ? ' (active)' : ''}</td></tr>`,
)}</table>
<h2>Recent calls</h2>
${recent.length === 0 ? html`<p class="quiet">No calls yet.</p>` : callTable(recent)}
<h2>Connect</h2>
<p>MCP: <code>${status.mcpUrl}</code> · data: <code>${visible(status.dataDirectory)}</code></p>`,
  )
}

function page(mark: string, content: unknown) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${mark}upperhand</title><style>${raw(STYLE)}</style></head>
<body><h1>upperhand</h1>${content}</body>
</html>`
}

function stateWord({ isPaused, level, safeMode }: StatusView): string {
  if (isPaused) return 'Paused'
  if (safeMode.length > 0) return 'Safe mode'
  return level === null ? 'Running' : LEVEL_WORDS[level]
}

function card(approval: ApprovalSummary) {
  const { id, label, lineage, cwd, risk, note, createdAt, expiresAt } = approval
  return html`<article id="${id}"><strong>${RISK_SHAPES[risk.tier]} ${risk.tier}</strong> · ${oneLine(label, LABEL_CHARS)}
<div>${visible(lineage.join(' › '))} · in <code>${visible(cwd)}</code></div>
<p>All of it: <code>upperhand ask show ${id}</code></p>
<div>Asks because: ${visible(reasonsOf(approval).join(' '))}</div>
${note === null ? '' : html`<div>The agent says (not verified): “${visible(note)}”</div>`}
<div class="quiet">asked ${time(createdAt)}, expires ${time(expiresAt)}</div>
<div>Answer: <code>upperhand ask approve ${id}</code> or <code>upperhand ask deny ${id}</code></div></article>`
}

function callTable(calls: readonly CallView[]) {
  return html`<table><tr><th>Time</th><th>Client</th><th>Call</th><th>Outcome</th></tr>
${calls.map(
  ({
    at,
    client,
    label,
    operation,
    state,
    error,
  }) => html`<tr><td>${time(at)}</td><td>${oneLine(client, LABEL_CHARS)}</td>
<td>${oneLine(label || operation, LABEL_CHARS)}</td><td>${state}${error === null ? '' : ` (${error.code})`}</td></tr>`,
)}</table>`
}

function time(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
