import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'

interface AnswerProps {
  readonly isBlocked: boolean
  readonly onAnswer: (text: string) => void
  readonly onDeny: () => void
}

/** A question is answered in words, and the words are passed on as they are. */
export function AnswerForm({ isBlocked, onAnswer, onDeny }: AnswerProps) {
  const [text, setText] = useState('')
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onAnswer(text)
      }}
    >
      <TextArea
        label="Your answer"
        rows={3}
        maxLength={32_768}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex gap-4">
        <Button kind="danger" disabled={isBlocked} onClick={onDeny} className="max-sm:min-h-14 max-sm:grow">
          Do not answer
        </Button>
        <Button
          kind="primary"
          type="submit"
          disabled={isBlocked || text.trim() === ''}
          className="ml-auto max-sm:min-h-14 max-sm:grow"
        >
          Send the answer
        </Button>
      </div>
    </form>
  )
}
