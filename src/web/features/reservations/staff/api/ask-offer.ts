import { queryOptions } from '@tanstack/react-query'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { offerResponseSchema, type AskOfferBody } from '#shared/tours/offers/public.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { postJson } from '#web/lib/http.ts'
import { askWithCode } from '#web/lib/unknown-codes.ts'
import { CHOSEN_TOUR } from './get-chosen-tour.ts'

/** What a choice costs with a code, which only the server knows. A refusal is not asked for again. */
export function offerQuery(body: AskOfferBody) {
  return queryOptions({
    queryKey: [...CHOSEN_TOUR, body.tourId, 'offer', body],
    queryFn: async ({ client }) =>
      askWithCode(client, body.code, async () => (await exactResponseOf(offerResponseSchema, postJson(askOffer.path, body))).data),
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}
