import { useState } from 'react'
import type { IssuedToken, TokenView } from '../../../src/contract/tokens.ts'
import { LEVEL_WORDS, useStatus } from '../../app/status.ts'
import { ApiError, api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Code } from '../../ui/code.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/page.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'

const TOKENS = '/api/tokens'

/** Credentials of agents, each with a profile and a ceiling of its own. A secret is shown once. */
export function Tokens() {
  const { data, error } = useLive<{ readonly tokens: readonly TokenView[] }>(TOKENS, [
    'token.made',
    'token.rotated',
    'token.ended',
  ])
  const [isAdding, setAdding] = useState(false)
  const [issued, setIssued] = useState<IssuedToken | null>(null)
  if (data === undefined) return error === undefined ? <Skeleton rows={2} /> : <ErrorState error={error} />
  const run = async (request: () => Promise<unknown>) => {
    try {
      await request()
      await reload(TOKENS)
    } catch (cause) {
      sayError(cause)
    }
  }
  const live = data.tokens.filter(({ revokedAt }) => revokedAt === undefined)
  return (
    <Panel
      title="Tokens of agents"
      actions={
        <Button size="small" onClick={() => setAdding(true)}>
          New token
        </Button>
      }
    >
      {live.length === 0 && (
        <p className="px-4 py-6 text-center text-muted">
          Every client uses the token of this machine. A token of its own binds a client to a profile.
        </p>
      )}
      <ul>
        {live.map(({ id, label, profile, level, lastUsedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                <Foreign>{label}</Foreign>
                <Chip>{profile ?? 'any profile'}</Chip>
                {level !== null && <Chip>at most {LEVEL_WORDS[level]}</Chip>}
              </p>
              <p className="text-xs text-muted">
                {lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used <Ago at={lastUsedAt} />
                  </>
                )}
              </p>
            </div>
            <Button
              size="small"
              aria-label={`New secret for ${label}`}
              onClick={() => void run(async () => setIssued(await api.post<IssuedToken>(`${TOKENS}/${id}/rotate`)))}
            >
              New secret
            </Button>
            <Button
              size="small"
              kind="danger"
              aria-label={`Revoke ${label}`}
              onClick={() => void run(() => api.remove(`${TOKENS}/${id}`))}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {isAdding && (
        <AddToken
          onClose={() => setAdding(false)}
          onIssued={(token) => {
            setAdding(false)
            setIssued(token)
            void reload(TOKENS)
          }}
        />
      )}
      <Dialog
        isOpen={issued !== null}
        onClose={() => setIssued(null)}
        title={`The secret of ${issued?.token.label ?? ''}`}
        about="It is shown this once and kept as a hash."
      >
        <Code label="Secret">{issued?.secret ?? ''}</Code>
        <DialogActions>
          <Button kind="primary" onClick={() => setIssued(null)}>
            I have it
          </Button>
        </DialogActions>
      </Dialog>
    </Panel>
  )
}

interface AddProps {
  readonly onClose: () => void
  readonly onIssued: (token: IssuedToken) => void
}

function AddToken({ onClose, onIssued }: AddProps) {
  const { data: status } = useStatus()
  const [label, setLabel] = useState('')
  const [profile, setProfile] = useState('')
  const [level, setLevel] = useState('')
  const [error, setError] = useState<ApiError | null>(null)
  const add = async () => {
    try {
      onIssued(
        await api.post<IssuedToken>(TOKENS, {
          label: label.trim(),
          profile: profile === '' ? null : profile,
          level: level === '' ? null : level,
        }),
      )
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null))
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title="New token">
      <div className="flex flex-col gap-3">
        <TextField
          label="Name"
          hint="The history names its client by it"
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
        <SelectField
          label="Profile"
          value={profile}
          onChange={({ target }) => setProfile(target.value)}
          options={[
            { value: '', label: 'Any' },
            ...(status?.profiles ?? []).map(({ id }) => ({ value: id, label: id })),
          ]}
        />
        <SelectField
          label="At most"
          value={level}
          onChange={({ target }) => setLevel(target.value)}
          options={[
            { value: '', label: 'What the profile says' },
            ...Object.entries(LEVEL_WORDS).map(([value, words]) => ({ value, label: words })),
          ]}
        />
        {error !== null && <ErrorState error={error} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={label.trim() === ''} onClick={() => void add()}>
          Make the token
        </Button>
      </DialogActions>
    </Dialog>
  )
}
