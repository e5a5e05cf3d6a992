import { dayIn, isDay } from '#shared/dates.ts'
import { askedOf, isOffer, offerOf } from '#shared/tours/offers/chosen-offer.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import { optionIn, pickupIn, timeIn, type Counts, type OptionChoice } from '#shared/tours/offers/option-choice.ts'
import { optionTakesWalkIns } from '#shared/tours/offers/option-days.ts'
import type { OfferFault } from '#shared/tours/offers/party.ts'
import type { AskOfferBody } from '#shared/tours/offers/public.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { takesWalkIns } from '#shared/tours/sale-ends.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import type { ChosenTour } from './tour-choices.tsx'

/** What is chosen of a tour that sells options; empty for any other. The names are the server's, so that its refusals find their fields. */
export type OptionValues = {
  optionId: string
  startTime: string
  /** By id, as the next. */
  units: Counts
  extras: Counts
  pickupId: string
  code: string
}
export type OptionPart = keyof OptionValues

export const NO_OPTIONS: OptionValues = { optionId: '', startTime: '', units: {}, extras: {}, pickupId: '', code: '' }
export const OPTION_PARTS = Object.keys(NO_OPTIONS) as OptionPart[]

export type SellingTour = Pick<ChosenTour, 'id' | 'runs' | 'saleEnd'> & { selling: Selling }

type Values = OptionValues & { guests: string; travelDate: string }

/** What only the server knows of a choice. */
export type Known = {
  /** Of limited extras, by id. */
  left: Counts | undefined
  /** The total with the code, if there is one that can be used. */
  codedCents: number | undefined
  codeError: string | undefined
}

/** The guests that were asked for before a tour was chosen begin as its adults. */
export function choiceOf({ guests, units, extras, optionId, startTime, pickupId }: OptionValues & { guests: string }): OptionChoice {
  const asked = typedWhole(guests)
  return {
    guests: asked >= 1 ? asked : 1,
    units,
    extras,
    optionId: optionId || undefined,
    startTime: startTime || undefined,
    pickupId: pickupId || undefined,
  }
}

export interface ChosenOffer {
  choice: OptionChoice
  /** Undefined while none of several is chosen, as is the offer. */
  option: SellingOption | undefined
  offer: Offer | OfferFault | undefined
}

/** What is chosen and what it costs, at today's prices while no date is given. */
export function chosenOffer({ selling }: Pick<SellingTour, 'selling'>, values: Values, left: Counts | undefined, now: Date): ChosenOffer {
  const choice = choiceOf(values)
  const option = optionIn(selling, choice)
  const today = dayIn(selling.timeZone, now)
  const day = isDay(values.travelDate) ? values.travelDate : today
  return { choice, option, offer: option && offerOf(selling, option, choice, { day, today, left }) }
}

/** What the server is asked about a code; undefined while the choice cannot be had anyway. A start time changes no price. */
export function askedWithCode(tour: SellingTour, values: Values, left: Counts | undefined, now: Date): AskOfferBody | undefined {
  const { choice, option, offer } = chosenOffer(tour, values, left, now)
  if (values.code === '' || !isOffer(offer) || !isDay(values.travelDate)) return undefined
  const startTime = option?.startTimes[0]?.time
  return {
    tourId: tour.id,
    date: values.travelDate,
    ...(startTime !== undefined && { startTime }),
    ...askedOf(tour.selling, offer, choice, left),
    code: values.code,
  }
}

/** Whether the departure that is chosen has left, but takes walk-ins; `tour` may be one with a single price. */
export function takesWalkIn(tour: Pick<ChosenTour, 'runs' | 'saleEnd' | 'selling'>, values: Values, now: Date): boolean {
  const { selling, runs, saleEnd = null } = tour
  if (!selling) return takesWalkIns(saleEnd, values.travelDate, now)
  const choice = choiceOf(values)
  const option = optionIn(selling, choice)
  const time = option && timeIn(option, choice)
  if (!option || !isDay(values.travelDate) || (option.startTimes.length > 0 && time === undefined)) return false
  return optionTakesWalkIns({ selling, runs, saleEnd }, option, time ?? null, values.travelDate, now)
}

/** What is sent of a choice at the total that is shown, and what is still wrong with it. */
export function checkOptions(tour: SellingTour, values: Values, { left, codedCents, codeError }: Known, now: Date) {
  const { choice, option, offer } = chosenOffer(tour, values, left, now)
  const issues: { path: OptionPart[]; message: string }[] = []
  const complain = (part: OptionPart, message: string) => issues.push({ path: [part], message })
  if (!option) complain('optionId', 'Please choose one of the options')
  else if (option.startTimes.length > 0 && timeIn(option, choice) === undefined) complain('startTime', 'Please choose a start time')
  if (offer && !isOffer(offer)) complain(offer.path as OptionPart, offer.message)
  if (values.code !== '' && codedCents === undefined) complain('code', codeError ?? 'Please check the total with this code first')
  if (!option || !isOffer(offer)) return { issues, people: undefined, fields: {} }
  const pickupId = pickupIn(option, choice)
  return {
    issues,
    people: offer.people,
    fields: {
      totalGuests: offer.people,
      totalCents: codedCents ?? offer.totalCents,
      ...askedOf(tour.selling, offer, choice, left),
      ...(values.code !== '' && { code: values.code }),
      ...(pickupId !== undefined && { pickupId }),
    },
  }
}
