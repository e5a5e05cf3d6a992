import { z } from 'zod/mini'
import { emailSchema, nameSchema } from '#shared/accounts/public.ts'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { tourTotalCents } from '#shared/bookings/public.ts'
import { longDay } from '#shared/dates.ts'
import { formatMoney, unitsToCents, type Money } from '#shared/money.ts'
import type { PayBy } from '#shared/payments/methods.ts'
import { NO_WAY_TO_REACH, reservationBodySchema, type CustomerChoice, type ReservationBody } from '#shared/reservations/staff.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import type { useKeptForm } from '#web/components/use-kept-form.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { dueFault, usualDueDay, type Clocks } from './due-day.ts'
import { checkOptions, NO_OPTIONS, takesWalkIn, type Known, type OptionValues } from './options-draft.ts'
import { PAY_BY_WORDS } from './pay-by.ts'
import type { ChosenTour } from './tour-choices.tsx'

export const NEW = 'new'

export type ReservationValues = OptionValues & {
  /** The id of an account, or NEW. */
  who: string
  known: CustomerChoice | null
  name: string
  email: string
  phone: string
  tourId: string
  travelDate: string
  /** Of a tour with one price; with options they are counted by unit. */
  guests: string
  /** Set for a departure that has left; only effective if that departure still accepts walk-ins. */
  isWalkIn: boolean
  travellers: string
  payBy: PayBy
  dueOn: string
}

export type ReservationDraft = ReturnType<typeof useKeptForm<ReservationValues, ReservationBody>>

type PricedTour = Pick<ChosenTour, 'id' | 'basePrice' | 'currency' | 'runs' | 'saleEnd' | 'selling'>

export function emptyReservation(clocks: Clocks, { tourId = '', travelDate = '' } = {}): ReservationValues {
  const dueOn = usualDueDay({ travelDate, saleEnd: undefined }, clocks)
  return {
    who: '',
    known: null,
    name: '',
    email: '',
    phone: '',
    tourId,
    travelDate,
    guests: '1',
    ...NO_OPTIONS,
    isWalkIn: false,
    travellers: '',
    payBy: 'link',
    dueOn,
  }
}

function guestsOf({ guests }: Pick<ReservationValues, 'guests'>): number {
  return typedWhole(guests)
}

/** Of a tour with one price. */
export function priceOf(values: Pick<ReservationValues, 'guests'>, tour: PricedTour | undefined): Money | undefined {
  const guests = guestsOf(values)
  if (!tour || !Number.isInteger(guests) || guests < 1) return undefined
  return { cents: tourTotalCents(unitsToCents(tour.basePrice), guests), currency: tour.currency }
}

const newCustomerSchema = z.object({ name: nameSchema, email: z.nullable(emailSchema) })

type Form = Clocks & {
  /** Idempotency key, new for each form. */
  key: string
  /** What has been read of the options that are chosen, if any. */
  known?: Known | undefined
}

const UNREAD: Known = { left: undefined, codedCents: undefined, codeError: undefined }

export function checkReservation(
  values: ReservationValues,
  tour: PricedTour | undefined,
  { key, known: read = UNREAD, ...clocks }: Form,
): Checked<ReservationBody> {
  const { who, known, name, email, phone, tourId, travelDate, payBy, dueOn } = values
  const issues: { path: PropertyKey[]; message: string }[] = []
  if (who === '') issues.push({ path: ['who'], message: 'Please choose a customer' })
  if (tourId === '') issues.push({ path: ['tourId'], message: 'Please choose a tour' })
  const fault = dueFault({ dueOn, travelDate, saleEnd: tour?.saleEnd }, clocks)
  if (fault !== undefined) issues.push({ path: ['dueOn'], message: fault })
  const { selling } = tour ?? {}
  const sold = tour && selling && checkOptions({ ...tour, selling }, values, read, clocks.now)
  const guests = sold ? sold.people : guestsOf(values)
  if (sold) issues.push(...sold.issues)
  else if (!Number.isInteger(guests)) issues.push({ path: ['guests'], message: 'Please enter the number of guests' })
  const names = values.travellers.split('\n').filter((line) => line.trim() !== '')
  if (guests !== undefined && names.length > guests) issues.push({ path: ['travellers'], message: 'There are more names than guests' })
  const result = reservationBodySchema.safeParse({
    key,
    customer: who === NEW ? { name, email: email.trim() === '' ? null : email } : { id: who },
    ...(phone.trim() !== (known?.phone ?? '') && { phone }),
    tourId,
    travelDate,
    totalGuests: guests ?? 1,
    travellers: names,
    totalCents: priceOf(values, tour)?.cents ?? 0,
    ...sold?.fields,
    payBy,
    dueOn,
    ...(values.isWalkIn && tour && takesWalkIn(tour, values, clocks.now) && { isWalkIn: true }),
  })
  if (who === NEW) {
    const isReached = email.trim() !== '' || phone.trim() !== ''
    if (!isReached) issues.push({ path: ['email'], message: NO_WAY_TO_REACH })
    issues.push(...(newCustomerSchema.safeParse({ name, email: email.trim() === '' ? null : email }).error?.issues ?? []))
  }
  for (const { path, message } of result.error?.issues ?? []) {
    const [field] = path
    // The schema cannot tell whether an account or a new customer was meant, so its error is replaced.
    if (field !== 'customer') issues.push({ path: field === 'totalGuests' ? ['guests'] : [String(field)], message })
  }
  return result.success && issues.length === 0 ? { success: true, data: result.data } : { success: false, error: { issues } }
}

/** Whether the customer can only be reached by phone. `customer` is as chosen or typed. */
export function isUnmailed({ who, phone }: ReservationValues, { email }: { email: string | null }): boolean {
  return email === null || (email.trim() === '' && who === NEW && phone.trim() !== '')
}

/** `customer` is as chosen or typed; `until` is the payment deadline in words. */
type Chosen = {
  customer: { name: string; email: string | null }
  guests: number
  price: Money | undefined
  until: string | undefined
}

export function reservationConsequences(values: ReservationValues, { customer, guests, price, until }: Chosen): string[] {
  const { who, payBy, travelDate } = values
  const address = customer.email?.trim() ?? ''
  const email = address === '' ? 'the customer' : address
  const isByPhone = isUnmailed(values, customer)
  const sum = price ? formatMoney(price) : 'the price'
  const seats = price ? `seats (${guestsText(guests)})` : 'seats'
  const { consequence, consequenceUnmailed } = PAY_BY_WORDS[payBy]
  return [
    `The ${seats}${travelDate === '' ? '' : ` on ${longDay(travelDate)}`} will be held until ${until ?? 'payment is due'} and released if unpaid.`,
    isByPhone ? consequenceUnmailed : consequence(email, sum),
    ...(isByPhone && who === NEW ? ['They can’t sign in until you add an email address.'] : []),
    ...(who === NEW && !isByPhone ? [`We’ll create an account for ${email} and send a link to set a password.`] : []),
    'Nothing is charged now.',
  ]
}
