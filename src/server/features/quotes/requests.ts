import { dayIn, daysBefore, momentIn } from '#shared/dates.ts'
import { centsToDecimal, centsToUnits, formatMoney, unitsToCents, type Currency } from '#shared/money.ts'
import * as calls from '#shared/vehicles/calls.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { vehiclePrice } from '#shared/vehicles/public.ts'
import {
  contactSchema,
  MOVING_DATE_PAST,
  movingMomentProblem,
  PINCODES_UNAVAILABLE,
  QUOTE_REQUESTED,
  type BookVehicleBody,
} from '#shared/vehicles/requests.ts'
import { pickupTime } from '#server/emails/booking-facts.ts'
import { quoteReceivedMail } from '#server/emails/quotes.ts'
import { findAccount } from '#server/features/accounts/users.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { createVehicleBooking } from '#server/features/bookings/vehicle-bookings.ts'
import { checkCoverage } from '#server/features/vehicles/coverage.ts'
import { lockDraft, markDraftBooked, type LockedDraft } from '#server/features/vehicles/drafts.ts'
import { PHOTO_FOLDER, takePhotos } from '#server/features/vehicles/photos.ts'
import { findOfferedService, ratesOfRow, type OfferedService } from '#server/features/vehicles/services.ts'
import { actAs } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound, unauthenticated } from '#server/lib/errors.ts'
import { queueCappedMail } from '#server/lib/mail-outbox.ts'
import { createDailyLimit, refuseMoreToday } from '#server/lib/rate-limits.ts'
import { hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import { refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { createUploads } from '#server/lib/uploads.ts'

/** Names the daily limit in messages to users. */
const QUOTE_REQUESTS = 'quote requests'

export function requests({ flow }: Serving, deps: Deps): void {
  const uploads = createUploads(deps, PHOTO_FOLDER)
  const requestsADay = createDailyLimit(deps.pool, 'quote-requests', deps.config.QUOTE_REQUESTS_PER_DAY, QUOTE_REQUESTS)

  flow(
    calls.requestQuote,
    async ({ who, body, request, reply }) => {
      const countNetwork = async () => requestsADay.consumeNetwork(request)
      const { id, reference, totalCents, currency, isNew, leftFiles } = await requestQuote(deps, who, body, countNetwork)
      await uploads.remove(leftFiles)
      reply.code(isNew ? 201 : 200)
      return { message: QUOTE_REQUESTED, booking: { id, reference, status: 'pending', price: centsToDecimal(totalCents), currency } }
    },
    { bodyLimit: LONG_BODY_BYTES },
  )
}

interface QuoteRequest {
  id: string
  reference: string
  totalCents: number
  currency: Currency
  /** False if the same request was made before; this is that one. */
  isNew: boolean
  /** Files of photos not taken into the booking, to be removed. */
  leftFiles: string[]
}

interface SameRequest {
  id: string
  reference: string
  total_cents: number
  currency: Currency
}

interface CheckedRequest {
  service: OfferedService
  totalCents: number
  pickupAt: Date
  dropoffAt: Date
}

/**
 * Creates a pending request for a quote (specification §7), with the contact and photos of the person's draft. Sending
 * the same request again while it is pending returns the same booking. `countNetwork` is called outside the transaction
 * before a new one is created, and may refuse it. Throws 400 `date_in_past`, `date_too_far` and `validation_failed`,
 * 401, 404, 409 `not_covered`, 409 `price_changed` with the correct price, 429.
 */
async function requestQuote(deps: Deps, who: SignedIn, body: BookVehicleBody, countNetwork: () => Promise<void>): Promise<QuoteRequest> {
  const { userId } = who
  const account = await findAccount(deps.db, userId)
  if (!account) throw unauthenticated()
  const checked = await checkRequest(deps, body)
  const findEarlier = async (trx: Trx) => requestAsBefore(trx, await lockDraft(trx, userId), account, body)
  const earlier = await actAs(deps.db, who, findEarlier)
  if (earlier) return earlier
  await countNetwork()
  return actAs(deps.db, who, async (trx) => {
    const draft = await lockDraft(trx, userId)
    const meanwhile = await requestAsBefore(trx, draft, account, body)
    if (meanwhile) return meanwhile
    await refuseMoreRequests(deps, trx, userId)
    return createRequest(deps, trx, account, draft, body, checked)
  })
}

/**
 * Returns the request if it was made before. Also marks a draft that was filled in for it again as booked, or the wizard
 * would offer that draft again.
 */
async function requestAsBefore(...asked: Parameters<typeof findSameRequest>): Promise<QuoteRequest | undefined> {
  const same = await findSameRequest(...asked)
  if (!same) return undefined
  const [trx, , account] = asked
  await markDraftBooked(trx, account.id)
  const { id, reference, total_cents: totalCents, currency } = same
  return { id, reference, totalCents, currency, isNew: false, leftFiles: [] }
}

/** Counted under the draft's lock, so that many simultaneous copies of a request count only once. */
async function refuseMoreRequests({ config, now }: Deps, trx: Trx, userId: string): Promise<void> {
  const max = config.QUOTE_REQUESTS_PER_DAY
  const rows = await trx
    .selectFrom('bookings')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('kind', '=', 'vehicle')
    .where('created_at', '>', daysBefore(now(), 1))
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute()
  const made = rows.map((row) => row.created_at)
  refuseMoreToday(made, max, QUOTE_REQUESTS, now())
}

/** The server decides the price and whether the area is served, because the wizard's information may be out of date. */
async function checkRequest(deps: Deps, body: BookVehicleBody): Promise<CheckedRequest> {
  const { db, now } = deps
  const service = await findOfferedService(db, body.serviceTypeId)
  if (!service) throw notFound('Service')
  const pickupAt = momentIn(PICKUP_TIME_ZONE, body.pickupDate)
  const dropoffAt = momentIn(PICKUP_TIME_ZONE, body.dropoffDate)
  const problem = movingMomentProblem(pickupAt, now())
  if (problem) throw refused(problem === MOVING_DATE_PAST ? 'date_in_past' : 'validation_failed', 'pickupDate', problem)
  refuseTooFarAhead(deps, dayIn(PICKUP_TIME_ZONE, pickupAt), 'pickupDate')
  if (!(dropoffAt >= pickupAt)) throw refused('validation_failed', 'dropoffDate', 'Drop-off must not be before pickup')
  refuseTooFarAhead(deps, dayIn(PICKUP_TIME_ZONE, dropoffAt), 'dropoffDate')
  const covered = await checkCoverage(db, body.pickupPinCode, body.dropoffPinCode)
  if (!covered.pickup || !covered.drop) {
    throw refused('not_covered', covered.pickup ? 'dropoffPinCode' : 'pickupPinCode', PINCODES_UNAVAILABLE)
  }
  const { baseCents, totalCents } = vehiclePrice(ratesOfRow(service), body.itemDetails.floorCount, body.itemDetails.helpers)
  if (unitsToCents(body.price) !== totalCents) {
    const total = formatMoney({ cents: totalCents, currency: service.currency })
    throw new AppError('price_changed', `The price of this service has changed. The new total is ${total}.`, {
      quote: { basePrice: centsToUnits(baseCents), total: centsToUnits(totalCents), currency: service.currency },
    })
  }
  return { service, totalCents, pickupAt, dropoffAt }
}

function refused(code: 'date_in_past' | 'validation_failed' | 'not_covered', path: string, message: string): AppError {
  return new AppError(code, message, { issues: [{ path, message }] })
}

function hashOf(body: BookVehicleBody): string {
  return hashToken(JSON.stringify(body))
}

/** Finds the pending booking made by this same request. With a different contact it is another request. */
async function findSameRequest(
  trx: Trx,
  draft: LockedDraft,
  account: { id: string; name: string; email: string },
  body: BookVehicleBody,
): Promise<SameRequest | undefined> {
  const earlier = await trx
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
    .select(['bookings.id', 'reference', 'total_cents', 'bookings.currency', 'contact_name', 'contact_email', 'contact_phone'])
    .where('user_id', '=', account.id)
    .where('status', '=', 'pending')
    .where('request_hash', '=', hashOf(body))
    .orderBy('bookings.created_at', 'desc')
    .executeTakeFirst()
  if (!earlier || draft.isBooked) return earlier
  const contact = usableContact(draft.content?.contact, account)
  const isSame = contact.name === earlier.contact_name && contact.email === earlier.contact_email && contact.phone === earlier.contact_phone
  return isSame ? earlier : undefined
}

async function createRequest(
  deps: Deps,
  trx: Trx,
  account: { id: string; name: string; email: string },
  draft: LockedDraft,
  body: BookVehicleBody,
  { service, totalCents, pickupAt, dropoffAt }: CheckedRequest,
): Promise<QuoteRequest> {
  const startsOn = dayIn(deps.config.AGENCY_TIME_ZONE, pickupAt)
  // A draft that has already become a booking does not belong to this request, whose own saves have not arrived.
  const content = draft.isBooked ? null : draft.content
  const contact = usableContact(content?.contact, account)
  const { id, reference } = await createVehicleBooking(trx, account.id, service, {
    totalCents,
    startsOn,
    createdAt: deps.now(),
    pickup_at: pickupAt,
    dropoff_at: dropoffAt,
    pickup_location: body.pickupLocation,
    dropoff_location: body.dropoffLocation,
    pickup_pincode: body.pickupPinCode,
    dropoff_pincode: body.dropoffPinCode,
    item_details: JSON.stringify(body.itemDetails),
    notes: body.notes,
    request_hash: hashOf(body),
    contact_name: contact.name,
    contact_email: contact.email,
    contact_phone: contact.phone,
  })
  const leftFiles = await takePhotos(trx, account.id, id, content?.items ?? [], body.itemDetails.items)
  await markDraftBooked(trx, account.id)
  const facts = { id, reference, title: service.name, starts_on: startsOn, total_cents: totalCents, currency: service.currency }
  const customer = await getCustomer(trx, id)
  const mail = quoteReceivedMail(customer.email, {
    ...facts,
    ...pickupTime(pickupAt),
    customerName: customer.name,
    siteUrl: deps.origins.ofMails(),
  })
  await queueCappedMail(deps, trx, mail)
  return { id, reference, totalCents, currency: service.currency, isNew: true, leftFiles }
}

/** Returns the usable fields of a draft's contact, with the account's for the rest. */
function usableContact(contact: object | undefined, account: { name: string; email: string }) {
  const { shape } = contactSchema
  const given = (contact ?? {}) as Record<string, unknown>
  return {
    name: shape.name.safeParse(given['name']).data ?? account.name,
    email: shape.email.safeParse(given['email']).data ?? account.email,
    phone: shape.phone.safeParse(given['phone']).data ?? null,
  }
}
