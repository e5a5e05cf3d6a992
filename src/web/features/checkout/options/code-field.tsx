import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { unitsToCents } from '#shared/money.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import type { AskOfferBody } from '#shared/tours/offers/public.ts'
import { writtenCode } from '#shared/written-codes.ts'
import { Button } from '#web/components/button.tsx'
import { toShownLines } from '#web/components/sold-lines.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { askWithCode } from '#web/lib/unknown-codes.ts'

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

/** What a choice costs with a code, which only the server knows. A refusal is an answer, and is not asked for again. */
const offerQuery = (body: AskOfferBody) =>
  queryOptions({
    queryKey: ['offer', body],
    queryFn: async ({ client }) => askWithCode(client, body.code, async () => (await ask(askOffer, { body })).data),
    retry: false,
    staleTime: 60_000,
  })

const FAILED = 'We couldn’t check the code. Please try again.'

/** A promotion code, and what the choice costs with it. `asked` is undefined while the choice cannot be had anyway. */
export function useCode(asked: Omit<AskOfferBody, 'code'> | undefined) {
  const [code, setCode] = useState('')
  const body = { ...asked, tourId: asked?.tourId ?? '', date: asked?.date ?? '', code }
  const { data, error, isFetching } = useQuery({ ...offerQuery(body), enabled: code !== '' && asked !== undefined })
  const total = data?.total
  return {
    code,
    apply: (text: string) => setCode(text.trim()),
    error: code !== '' && error ? messageOf(error, FAILED, NO_RESPONSE) : undefined,
    isBusy: isFetching,
    /** Undefined without a code that the choice can be had with. */
    offer:
      code !== '' && data && total !== undefined
        ? { code, lines: toShownLines(data.lines ?? []), totalCents: unitsToCents(Number(total)) }
        : undefined,
  }
}

export type ChosenCode = ReturnType<typeof useCode>
