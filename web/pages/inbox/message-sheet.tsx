import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'

const PHRASES = ['Ask me first.', 'Wrong folder.', 'Open a pull request instead.', 'Do it with a smaller change.']

interface MessageProps {
  readonly onClose: () => void
  readonly onSend: (message: string) => void
}

export function MessageSheet({ onClose, onSend }: MessageProps) {
  const [text, setText] = useState('')
  return (
    <Dialog isOpen onClose={onClose} title="Deny and tell the agent" about="It receives these words as the reason.">
      <div className="mb-3 flex flex-wrap gap-2">
        {PHRASES.map((phrase) => (
          <Button key={phrase} size="small" onClick={() => setText(phrase)}>
            {phrase}
          </Button>
        ))}
      </div>
      <TextArea
        label="Message"
        rows={4}
        maxLength={4_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoFocus
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" disabled={text.trim() === ''} onClick={() => onSend(text.trim())}>
          Deny with this message
        </Button>
      </DialogActions>
    </Dialog>
  )
}
