import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { pathOf } from '#shared/contract.ts'
import { isDay, type Day } from '#shared/dates.ts'
import { unitsToCents } from '#shared/money.ts'
import { getSeats } from '#shared/tours/calls.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { isOffer } from '#shared/tours/offers/chosen-offer.ts'
import { optionIn } from '#shared/tours/offers/option-choice.ts'
import { offerResponseSchema, type AskOfferBody } from '#shared/tours/offers/public.ts'
import { seatsResponseSchema } from '#shared/tours/public.ts'
import { toShownLines } from '#web/components/sold-lines.tsx'
import { exactResponseOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { getJson, postJson } from '#web/lib/http.ts'
import { askWithCode } from '#web/lib/unknown-codes.ts'
import { askedWithCode, choiceOf, chosenOffer, type Known, type SellingTour } from './options-draft.ts'
import type { ReservationValues } from './reservation-draft.ts'
import { CHOSEN_TOUR } from './tour-choices.tsx'

const FAILED = 'We couldn’t check the code. Please try again.'
const NOTHING = { tourId: '', date: '' }

/** What has been read of a choice. */
export function knownOf(client: QueryClient, tour: SellingTour, values: ReservationValues, now: Date): Known {
  const option = optionIn(tour.selling, choiceOf(values))
  const left = client.getQueryData(seatsLeftQuery(tour.id, values.travelDate, option?.id).queryKey)?.extras
  const asked = askedWithCode(tour, values, left, now)
  const answer = asked && client.getQueryState(offerQuery(asked).queryKey)
  return {
    left,
    codedCents: answer?.data && unitsToCents(Number(answer.data.total)),
    codeError: answer?.error ? messageOf(answer.error, FAILED, NO_RESPONSE) : undefined,
  }
}

/** What is chosen of a tour with options and what it costs, with its seats and its code as the server knows them. Undefined for any other tour. */
export function useChosenOffer(tour: SellingTour | undefined, values: ReservationValues, now: Date) {
  const client = useQueryClient()
  const option = tour && optionIn(tour.selling, choiceOf(values))
  const seats = useQuery({
    ...seatsLeftQuery(tour?.id ?? '', values.travelDate, option?.id),
    enabled: option !== undefined && isDay(values.travelDate),
  })
  const asked = tour && askedWithCode(tour, values, seats.data?.extras, now)
  const answer = useQuery({ ...offerQuery(asked ?? NOTHING), enabled: asked !== undefined })
  if (!tour) return undefined
  const known = knownOf(client, tour, values, now)
  const { offer, ...chosen } = chosenOffer(tour, values, known.left, now)
  const ownCents = isOffer(offer) ? offer.totalCents : undefined
  return {
    ...chosen,
    offer,
    known,
    seats,
    isChecking: answer.isFetching,
    lines: asked && answer.data ? toShownLines(answer.data.lines) : isOffer(offer) ? offer.lines : [],
    people: isOffer(offer) ? offer.people : undefined,
    /** What it costs without the code, while that is unknown or cannot be used. */
    ownCents,
    /** What it would be booked for. */
    totalCents: values.code === '' ? ownCents : known.codedCents,
  }
}

export type ChosenSale = NonNullable<ReturnType<typeof useChosenOffer>>

/** What a choice costs with a code, which only the server knows. A refusal is not asked for again. */
function offerQuery(body: AskOfferBody) {
  return queryOptions({
    queryKey: [...CHOSEN_TOUR, body.tourId, 'offer', body],
    queryFn: async ({ client }) =>
      askWithCode(client, body.code, async () => (await exactResponseOf(offerResponseSchema, postJson(askOffer.path, body))).data),
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}

/** `optionId` is needed for a tour with options, and asks for its start times too. */
export function seatsLeftQuery(tourId: string, date: Day, optionId?: string) {
  return queryOptions({
    queryKey: [...consoleKey('bookings'), 'seats', tourId, date, optionId ?? ''],
    queryFn: ({ signal }) =>
      exactResponseOf(seatsResponseSchema, getJson(pathOf(getSeats, { id: tourId }), { date, optionId }, { signal })),
    enabled: tourId !== '' && date !== '',
    staleTime: 0,
    retry: false,
  })
}
