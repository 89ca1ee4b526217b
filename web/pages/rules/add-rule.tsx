import { useState } from 'react'
import type { BackTest, RuleWarning } from '../../../src/contract/rules.ts'
import { ApiError, api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { RULES } from './rule-list.tsx'

interface Checked {
  readonly warnings: readonly RuleWarning[]
  readonly backTest: BackTest
}

const EMPTY = {
  effect: 'deny',
  operation: '*',
  path: '',
  program: '',
  subcommand: '',
  project: '',
  message: '',
  example: '',
  counter: '',
}

/** A rule by hand: paths and commands that it must and must not match are checked before it is saved. */
export function AddRule({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const set = (name: keyof typeof EMPTY) => (text: string) => {
    setDraft({ ...draft, [name]: text })
    setChecked(null)
  }
  const attempt = async (request: () => Promise<void>) => {
    setError(null)
    try {
      await request()
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null))
    }
  }
  const field = (name: keyof typeof EMPTY, label: string, hint?: string) => (
    <TextField label={label} hint={hint} value={draft[name]} onChange={({ target }) => set(name)(target.value)} />
  )
  return (
    <Dialog isOpen isWide onClose={onClose} title="New rule" about="It holds as soon as it is saved.">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="It says"
          value={draft.effect}
          onChange={({ target }) => set('effect')(target.value)}
          options={[
            { value: 'allow', label: 'Allow' },
            { value: 'ask', label: 'Ask' },
            { value: 'deny', label: 'Deny' },
          ]}
        />
        {field('operation', 'Operation', 'An id, toolset.* or *')}
        {field('path', 'Path', '*, **, ? and {a,b} over whole paths')}
        {field('project', 'Only in this directory')}
        {field('program', 'Command: program', 'Such as git')}
        {field('subcommand', 'Command: subcommand', 'Such as push')}
        {field('example', 'Must match', 'A path or a command')}
        {field('counter', 'Must not match', 'A path or a command')}
        {field('message', 'Told to the agent')}
      </div>
      {error !== null && <ErrorState error={error} />}
      {checked !== null && (
        <section aria-label="What it would change" className="mt-3 rounded-lg border border-line p-3 text-sm">
          <p>
            Of the last {checked.backTest.calls} calls it matches {checked.backTest.matched}:{' '}
            {checked.backTest.wouldHaveDenied} would have been refused, {checked.backTest.wouldHaveAsked} asked about,{' '}
            {checked.backTest.wouldNotHaveAsked} not asked about.
          </p>
          {checked.warnings.map(({ message }) => (
            <p key={message} className="text-warn">
              <Foreign>{message}</Foreign>
            </p>
          ))}
        </section>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          onClick={() =>
            void attempt(async () => setChecked(await api.post<Checked>('/api/rules/check?calls=200', ruleOf(draft))))
          }
        >
          What would it change?
        </Button>
        <Button
          kind="primary"
          onClick={() =>
            void attempt(async () => {
              await api.post(RULES, ruleOf(draft))
              await reload(RULES)
              onClose()
            })
          }
        >
          Save the rule
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function ruleOf({
  effect,
  operation,
  path,
  program,
  subcommand,
  project,
  message,
  example,
  counter,
}: typeof EMPTY): object {
  const words = subcommand.split(/\s+/).filter(Boolean)
  return {
    effect,
    operation: operation.trim(),
    match: {
      ...(path.trim() === '' ? {} : { path: path.trim() }),
      ...(program.trim() === '' ? {} : { command: { program: program.trim(), subcommand: words, flags: '*' } }),
    },
    where: project.trim() === '' ? {} : { project: project.trim() },
    message: message.trim() === '' ? null : message.trim(),
    examples: {
      match: example.trim() === '' ? [] : [example.trim()],
      not: counter.trim() === '' ? [] : [counter.trim()],
    },
  }
}
