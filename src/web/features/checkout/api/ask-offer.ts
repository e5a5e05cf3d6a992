import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { offerResponseSchema, type AskOfferBody } from '#shared/tours/offers/public.ts'
import { postJson, responseOf } from '#web/lib/http.ts'
import { askWithCode } from '#web/lib/unknown-codes.ts'

/** What a choice costs with a code, which only the server knows. A refusal is an answer, and is not asked for again. */
export const offerQuery = (body: AskOfferBody) =>
  queryOptions({
    queryKey: ['offer', body],
    queryFn: async ({ client }) =>
      askWithCode(client, body.code, async () => (await responseOf(offerResponseSchema, postJson(calls.offers, body))).data),
    retry: false,
    staleTime: 60_000,
  })
