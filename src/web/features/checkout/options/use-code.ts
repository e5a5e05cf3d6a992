import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '#shared/paths.ts'
import { offerResponseSchema, type AskOfferBody } from '#shared/tours/offers/public.ts'
import { postJson, responseOf } from '#web/lib/http.ts'
import { askWithCode } from '#web/lib/unknown-codes.ts'
import { unitsToCents } from '#shared/money.ts'
import { toShownLines } from '#web/components/sold-lines.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'

/** What a choice costs with a code, which only the server knows. A refusal is an answer, and is not asked for again. */
const offerQuery = (body: AskOfferBody) =>
  queryOptions({
    queryKey: ['offer', body],
    queryFn: async ({ client }) =>
      askWithCode(client, body.code, async () => (await responseOf(offerResponseSchema, postJson(calls.offers, body))).data),
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
