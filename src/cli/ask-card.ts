import type { ApprovalView } from '../contract/approvals.ts'
import type { Preview } from '../contract/preview.ts'
import type { CommandResource, PathResource, Resource, UrlResource } from '../contract/resources.ts'
import { reasonLines, riskWords, stateWords } from './approval-words.ts'
import { shortId } from './ask-list.ts'
import { changedLines, type ShownLine } from './changed-lines.ts'
import { changesLines, treeLines } from './file-preview-lines.ts'
import { block, moment, type Output, shown, span, table } from './output.ts'

/** Everything that is decided about. Nothing is shortened, and nothing in it can hide. */
export function cardLines(approval: ApprovalView, { paint }: Output, now: number): string[] {
  const { label, operation, profile, lineage, cwd, risk, details, note, args, state } = approval
  return [
    paint('bold', shown(label)),
    ...details.map((detail) => `  ${shown(detail)}`),
    '',
    ...table([
      ['Id', approval.id],
      ['State', stateWords(approval, now)],
      ['Operation', operation],
      ['Risk', riskWords(risk.tier, paint)],
      ...reasonLines(approval).map((reason, index) => [index === 0 ? 'Why' : '', reason]),
      ['Who', shown(lineage.join(' › '))],
      ['Profile', profile],
      ['Directory', shown(cwd)],
      ['Asked', `${moment(approval.createdAt)}, ${span(now - approval.createdAt)} ago`],
      ...(state === 'pending' ? [['Expires', `in ${span(approval.expiresAt - now)}`]] : []),
    ]),
    ...section('Touches', approval.resources.flatMap(resourceLines)),
    ...section('The agent says (not checked)', note === null ? [] : block(note, '  > ')),
    ...section('Arguments', block(JSON.stringify(args, null, 2))),
    ...section('Edited to', approval.editedArgs === null ? [] : block(JSON.stringify(approval.editedArgs, null, 2))),
    ...previewLines(approval.preview, paint),
    ...(state === 'pending' ? ['', ...howToAnswer(approval)] : []),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

export function resourceLines(resource: Resource): string[] {
  const { protection } = resource
  const warning = protection.reason === null ? [] : [`    ${protection.class}: ${shown(protection.reason)}`]
  return [...ownLines(resource), ...warning]
}

function ownLines(resource: Resource): string[] {
  switch (resource.kind) {
    case 'path':
      return pathLines(resource)
    case 'command':
      return commandLines(resource)
    case 'url':
      return urlLines(resource)
  }
}

function urlLines({ url, host }: UrlResource): string[] {
  return [`  ${shown(url)}`, `    on the network, host ${shown(host)}`]
}

function pathLines({ path, given, access, zone, exists }: PathResource): string[] {
  const facts = [access, `${zone} the working directory`, exists ? 'exists' : 'does not exist yet']
  return [`  ${shown(path)}`, `    ${facts.join(', ')}`, ...(given === path ? [] : [`    written as ${shown(given)}`])]
}

function commandLines({ text, program, isCertain, effect }: CommandResource): string[] {
  return [...block(text, '  $ '), `    ${program === null || !isCertain ? 'cannot be inspected' : effect}`]
}

export function previewLines(preview: Preview, paint: Output['paint']): string[] {
  switch (preview.kind) {
    case 'arguments':
    case 'keys':
      return []
    case 'command':
      return preview.scripts.flatMap(({ title, text, isWhole }) =>
        section(isWhole ? shown(title) : `${shown(title)}, only its beginning`, block(text)),
      )
    case 'question':
      return [
        ...section('Question', block(preview.prompt)),
        ...section('Context', preview.context === null ? [] : block(preview.context)),
      ]
    case 'file':
      return section(
        `${preview.exists ? 'Changes to' : 'New file'} ${shown(preview.path)}`,
        changedLines(preview.before ?? '', preview.after).map(drawWith(paint)),
      )
    case 'changes':
      return section('Changes', changesLines(preview, drawWith(paint)))
    case 'tree':
      return section(preview.action === 'delete' ? 'What goes' : 'What moves', treeLines(preview))
  }
}

function drawWith(paint: Output['paint']): (line: ShownLine) => string {
  return ({ sign, text }) => {
    const [line = ''] = block(text, `  ${sign} `)
    if (sign === ' ') return line
    return paint(sign === '+' ? 'green' : 'red', line)
  }
}

function howToAnswer({ id, kind, options }: ApprovalView): string[] {
  const name = shortId(id)
  if (kind === 'question') return [`upperhand ask answer ${name} "…"`]
  const flags: Record<string, string> = { once: '', minutes: ' --for 5m', run: ' --run', rule: ' --rule' }
  return [...options.map((scope) => `upperhand ask approve ${name}${flags[scope] ?? ''}`), `upperhand ask deny ${name}`]
}
