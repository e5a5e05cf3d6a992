import { tourTotalCents } from '#shared/bookings/public.ts'
import { dayIn, type Day } from '#shared/dates.ts'
import { centsToUnits, formatMoney, unitsToCents } from '#shared/money.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { computeOffer, type OfferChoice } from '#shared/tours/offers/compute.ts'
import type { OfferCode } from '#shared/tours/offers/discounts.ts'
import { extrasOf } from '#shared/tours/offers/extras.ts'
import { leadingUnit } from '#shared/tours/offers/from-price.ts'
import type { OfferFault } from '#shared/tours/offers/party.ts'
import { toWireOffer } from '#shared/tours/offers/public.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { GUEST } from '#shared/tours/offers/simple-tours.ts'
import type { TourSale } from '#server/features/bookings/tour-bookings.ts'
import { createCodeGuard, findCode } from '#server/features/codes/uses.ts'
import { soldTour } from '#server/features/tours/departures/planned-slots.ts'
import { findOfferedTour, type OfferedTour } from '#server/features/tours/offered-tours.ts'
import { priceToBeMade } from '#server/features/tours/prices.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { refuseDayOff, refuseUnsoldDay } from '#server/lib/travel-days.ts'

/** What a customer asks for. Without units, `guests` is the number of travellers. */
export interface Asked {
  day: Day
  guests?: number
  optionId?: string | undefined
  startTime?: string | undefined
  units?: Record<string, number> | undefined
  extras?: Record<string, number> | undefined
  code?: string | undefined
  pickupId?: string | undefined
}

/** Whether more was chosen than the specified four fields can say. */
function isMoreThanSpecified({ optionId, startTime, units, extras, code, pickupId }: Asked): boolean {
  return [optionId, startTime, units, extras, code, pickupId].some((each) => each !== undefined)
}

export interface Decided extends TourSale {
  isChosen: boolean
}

/**
 * Returns what a tour sells for a choice, and whether more was chosen than the specified fields can say; the server decides the amount. Throws 400 `choice_required`, 400 `validation_failed` for a party
 * or extras that the option does not take, 400 `code_not_valid`, and what a day is refused for.
 */
export async function decideSale(deps: Deps, tour: OfferedTour, asked: Asked, field: string): Promise<Decided> {
  const zone = tour.selling?.timeZone ?? deps.config.AGENCY_TIME_ZONE
  refuseUnsoldDay(deps, asked.day, field, tour.selling ?? tour.saleEnd)
  if (!tour.selling) refuseDayOff(deps, tour, asked.day, field)
  const { selling } = soldTour(tour)
  const isChosen = isMoreThanSpecified(asked)
  const choice = toChoice(tour, asked, isChosen)
  const code = await findOfferCode(deps, tour, selling, { ...choice, code: asked.code })
  const offer = computeOffer(selling, { ...choice, code }, dayIn(zone, deps.now()))
  if ('fault' in offer) throw refusal(offer)
  if (tour.selling) refuseDayOff(deps, { runs: offer.option.runs ?? tour.runs, saleEnd: tour.saleEnd }, asked.day, field)
  return { tour, day: asked.day, offer, pickup: pickupOf(offer.option, asked.pickupId), isChosen }
}

function toChoice({ selling }: OfferedTour, asked: Asked, isChosen: boolean): OfferChoice {
  const { day, guests = 0, optionId, startTime, units, extras = {} } = asked
  if (!selling) return { day, optionId, startTime, units: units ?? { [GUEST]: guests }, extras }
  if (isChosen) return { day, optionId, startTime, units: units ?? {}, extras }
  // The specified body knows neither options nor units: it is the first option's first adults, where nothing is left to choose.
  const { option, unit } = leadingUnit(selling)
  const hasChoice = option.startTimes.length > 1 || extrasOf(selling, option).some(({ isRequired }) => isRequired)
  if (hasChoice) throw refusal({ fault: 'choice_required', path: 'optionId', message: 'Please choose an option and your travellers.' })
  return { day, optionId: option.id, units: { [unit.id]: guests }, extras }
}

async function findOfferCode(
  { config, db, now }: Deps,
  { id: tourId, currency }: OfferedTour,
  { options }: Selling,
  { optionId = options[0]?.id ?? '', day, code }: Omit<OfferChoice, 'code'> & Pick<Asked, 'code'>,
): Promise<OfferCode | undefined> {
  if (code === undefined) return undefined
  return findCode(db, { text: code, tourId, optionId, day, currency, today: dayIn(config.AGENCY_TIME_ZONE, now()) })
}

function pickupOf({ pickups }: SellingOption, pickupId: string | undefined): TourSale['pickup'] {
  if (pickupId === undefined) return null
  const pickup = pickups.find(({ id }) => id === pickupId)
  if (!pickup)
    throw refusal({ fault: 'validation_failed', path: 'pickupId', message: 'We don’t pick up there. Please choose another place.' })
  return pickup
}

/** Throws 409 `price_changed` with the current offer unless the total is the one that was agreed to. */
export function refuseOtherTotal({ tour, offer }: TourSale, expectedTotal: string | undefined): void {
  if (expectedTotal === undefined) {
    const message = 'expectedTotal is required when options are chosen'
    throw new AppError('validation_failed', message, { issues: [{ path: 'expectedTotal', message }] })
  }
  if (unitsToCents(Number(expectedTotal)) === offer.totalCents) return
  throw otherTotal({ tour, offer })
}

function otherTotal({ tour, offer }: Pick<TourSale, 'tour' | 'offer'>): AppError {
  const now = toWireOffer(offer, tour.currency)
  return new AppError('price_changed', 'The price has changed. Please check the new total.', { offer: now })
}

/** Throws 409 `price_changed` unless the tour’s price is the one that was shown, whose total the specified fields say. */
export function refuseOtherPrice({ tour, offer }: TourSale, shownId: string, priceId: string): void {
  if (offer.totalCents !== tourTotalCents(tour.base_price_cents, offer.people)) throw otherTotal({ tour, offer })
  if (shownId === priceId || shownId === priceToBeMade(tour)) return
  const total = formatMoney({ cents: offer.totalCents, currency: tour.currency })
  throw new AppError('price_changed', `The price of this tour has changed. The new total is ${total}.`, {
    price: { priceId, basePrice: centsToUnits(tour.base_price_cents), total: centsToUnits(offer.totalCents), currency: tour.currency },
  })
}

function refusal({ fault, path, message }: OfferFault): AppError {
  return new AppError(fault, message, { issues: [{ path, message }] })
}

/** Needs no sign-in if the catalogue is open. */
export function offerCalls({ read }: Serving, deps: Deps): void {
  const guarded = createCodeGuard(deps)

  read(askOffer, async ({ db, body: { tourId, date, ...choice }, request }) => {
    const tour = await findOfferedTour(db, tourId)
    if (!tour) throw notFound('Tour')
    const { offer } = await guarded(request, choice.code, async () => decideSale(deps, tour, { day: date, ...choice }, 'date'))
    return { data: toWireOffer(offer, tour.currency) }
  })
}
