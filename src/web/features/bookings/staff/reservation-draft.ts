import { z } from 'zod/mini'
import { guestsText } from '#shared/guests-text.ts'
import { emailSchema, nameSchema } from '#shared/accounts.ts'
import { tourTotalCents } from '#shared/bookings.ts'
import { addDays, longDay, type Day } from '#shared/dates.ts'
import { formatMoney, unitsToCents, type Money } from '#shared/money.ts'
import { reservationBodySchema, type CustomerChoice, type ReservationBody } from '#shared/reservations.ts'
import type { Tour } from '#shared/tours.ts'
import type { Checked } from '#web/lib/form-issues.ts'

/** Somebody who has no account yet. */
export const NEW = 'new'
const DAYS_TO_PAY = 3

export const PAY_BY = {
  link: { name: 'By card, with a link', hint: 'An email with a link to the card page, and a reminder when a day is left.' },
  transfer: { name: 'By transfer', hint: 'An email that asks to name the booking’s reference. You record the payment here.' },
  cash: { name: 'In cash', hint: 'No email. You record the payment here.' },
} as const

export type ReservationValues = {
  /** The id of an account, or NEW. */
  who: string
  /** Whose account that is. */
  known: CustomerChoice | null
  name: string
  email: string
  tourId: string
  travelDate: string
  guests: string
  /** A name a line. */
  travellers: string
  payBy: keyof typeof PAY_BY
  dueOn: string
}

type PricedTour = Pick<Tour, 'basePrice' | 'currency'>

/** Returns an empty form, with the tour and date that it is opened for. */
export function emptyReservation(today: Day, { tourId = '', travelDate = '' } = {}): ReservationValues {
  const due = addDays(today, DAYS_TO_PAY)
  const dueOn = travelDate !== '' && travelDate < due ? travelDate : due
  return { who: '', known: null, name: '', email: '', tourId, travelDate, guests: '1', travellers: '', payBy: 'link', dueOn }
}

function guestsOf({ guests }: Pick<ReservationValues, 'guests'>): number {
  return guests.trim() === '' ? Number.NaN : Number(guests)
}

/** Returns what it comes to; undefined while that is not known. */
export function priceOf(values: Pick<ReservationValues, 'guests'>, tour: PricedTour | undefined): Money | undefined {
  const guests = guestsOf(values)
  if (!tour || !Number.isInteger(guests) || guests < 1) return undefined
  return { cents: tourTotalCents(unitsToCents(tour.basePrice), guests), currency: tour.currency }
}

const newCustomerSchema = z.object({ name: nameSchema, email: emailSchema })

/** Returns the booking to send, at the price that is shown. `key`: of this form. */
export function checkReservation(values: ReservationValues, tour: PricedTour | undefined, key: string): Checked<ReservationBody> {
  const { who, name, email, tourId, travelDate, payBy, dueOn } = values
  const issues: { path: PropertyKey[]; message: string }[] = []
  if (who === '') issues.push({ path: ['who'], message: 'Please choose who travels' })
  if (tourId === '') issues.push({ path: ['tourId'], message: 'Please choose a tour' })
  if (dueOn !== '' && travelDate !== '' && dueOn > travelDate)
    issues.push({ path: ['dueOn'], message: 'It must be paid by the day of departure' })
  if (!Number.isInteger(guestsOf(values))) issues.push({ path: ['guests'], message: 'Please say how many travel' })
  const names = values.travellers.split('\n').filter((line) => line.trim() !== '')
  if (names.length > guestsOf(values)) issues.push({ path: ['travellers'], message: 'These are more names than guests' })
  const result = reservationBodySchema.safeParse({
    key,
    customer: who === NEW ? { name, email } : { id: who },
    tourId,
    travelDate,
    totalGuests: guestsOf(values),
    travellers: names,
    totalCents: priceOf(values, tour)?.cents ?? 0,
    payBy,
    dueOn,
  })
  if (who === NEW) issues.push(...(newCustomerSchema.safeParse({ name, email }).error?.issues ?? []))
  for (const { path, message } of result.error?.issues ?? []) {
    const [field] = path
    // Of either an account or somebody new the schema tells only that it is neither.
    if (field !== 'customer') issues.push({ path: field === 'totalGuests' ? ['guests'] : [String(field)], message })
  }
  return result.success && issues.length === 0 ? { success: true, data: result.data } : { success: false, error: { issues } }
}

/** Returns what will happen, line by line. `customer`: as chosen or typed. */
export function reservationConsequences(
  values: ReservationValues,
  customer: { name: string; email: string },
  price: Money | undefined,
): string[] {
  const { who, payBy, dueOn, guests, travelDate } = values
  const email = customer.email.trim() === '' ? 'The customer' : customer.email
  const sum = price ? formatMoney(price) : 'the price'
  const until = dueOn === '' ? 'until it is due' : `until the end of ${longDay(dueOn)}`
  const seats = price ? guestsText(Number(guests)) : 'the guests'
  const mailed = {
    link: `${email} gets an email with a link to pay ${sum} by card.`,
    transfer: `${email} gets an email that asks for a transfer of ${sum}.`,
    cash: `${email} gets no email; ${sum} in cash is recorded on the booking’s page.`,
  }
  return [
    `The places of ${seats}${travelDate === '' ? '' : ` on ${longDay(travelDate)}`} are kept ${until}; unpaid, they are free again after that.`,
    mailed[payBy],
    ...(who === NEW ? [`${email} gets an account, and an email with a link that sets its password.`] : []),
    'No money moves now.',
  ]
}
