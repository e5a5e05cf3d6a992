import { useRef, useState, type SubmitEvent } from 'react'
import { writtenCode } from '#shared/written-codes.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { ChosenCode } from './use-code.ts'

/** Opens a field for a promotion code; most travellers have none. */
export function CodeField({ chosen }: { chosen: ChosenCode }) {
  const { offer, error, isBusy, apply } = chosen
  const [isOpen, setIsOpen] = useState(chosen.code !== '')
  const [text, setText] = useState(chosen.code)
  const field = useRef<HTMLDivElement>(null)

  if (!isOpen) {
    const open = () => {
      setIsOpen(true)
      requestAnimationFrame(() => field.current?.querySelector('input')?.focus())
    }
    return (
      <button type="button" className="text-link mt-4 min-h-11 text-sm" onClick={open}>
        Do you have a code?
      </button>
    )
  }
  if (offer) {
    return (
      <p role="status" className="mt-4 flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <span>Code {writtenCode(offer.code)} applied.</span>
        <button type="button" className="text-link min-h-11" onClick={() => apply('')}>
          Remove the code
        </button>
      </p>
    )
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(text)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <div ref={field} className="flex items-end gap-2">
        <TextField
          label="Code"
          value={text}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            // The message was about another code.
            if (error !== undefined) apply('')
          }}
          className="grow"
          aria-describedby={error === undefined ? undefined : 'code-error'}
        />
        <Button type="submit" variant="secondary" isBusy={isBusy} disabled={text.trim() === ''}>
          Apply
        </Button>
      </div>
      <p id="code-error" role="alert" className="text-sm text-danger not-empty:mt-1.5">
        {error}
      </p>
    </form>
  )
}
