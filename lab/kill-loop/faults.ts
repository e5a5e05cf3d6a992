import { isStuck, isUnderWay, sum, type Booking, type Books, type Payment } from './books.ts'
import { takenOf, type ProviderList } from './provider-list.ts'
import type { Told } from './told.ts'
import { keptCents } from './troubles.ts'

/** Returns violations that no task can excuse, as lines that name the ids. */
export function listFaults(books: Books, provider: ProviderList, told: Told): string[] {
  return [
    ...seatFaults(books),
    ...attemptFaults(books, provider),
    ...moneyFaults(books, provider, told),
    ...bookingFaults(books),
    ...mailFaults(books),
    ...promiseFaults(books, provider, told),
    ...books.soldFaults.map(({ fault }) => fault),
    ...books.events.map(({ id, type }) => `event ${id} (${type}) has not been processed`),
  ]
}

function seatFaults({ departures, bookings }: Books): string[] {
  return departures.flatMap(({ tour_id, departs_on, seats_taken, capacity }) => {
    const here = bookings.filter((booking) => booking.tour_id === tour_id && booking.departs_on === departs_on)
    const held = sum(here.filter(({ status }) => status === 'pending' || status === 'confirmed').map(({ guests }) => guests))
    const faults = held === seats_taken ? [] : [`${tour_id} ${departs_on}: ${seats_taken} seats taken, ${held} in bookings`]
    return held <= capacity ? faults : [...faults, `${tour_id} ${departs_on}: ${held} sold of ${capacity}`]
  })
}

/** After the night no hold is open, unless its money is quarantined, and no page can still be paid. */
function attemptFaults({ bookings, attempts, payments }: Books, { sessions }: ProviderList): string[] {
  const open = attempts.filter(({ status }) => status === 'creating' || status === 'open')
  const watched = new Set(payments.filter(({ role }) => role === 'quarantined').map(({ booking_id }) => booking_id))
  const unpaid = new Set(sessions.filter((each) => each.status === 'complete' && each.payment_status === 'unpaid').map(({ id }) => id))
  const held = bookings.filter(
    ({ id, status, tour_id }) =>
      status === 'pending' &&
      tour_id !== null &&
      !watched.has(id) &&
      !attempts.some((row) => row.booking_id === id && unpaid.has(row.session_id ?? '')),
  )
  return [
    ...open.filter((row) => !unpaid.has(row.session_id ?? '')).map(({ id, status }) => `attempt ${id} is still ${status}`),
    ...held.map(({ id }) => `booking ${id} still holds its seats`),
    ...sessions.filter(({ status }) => status === 'open').map(({ id }) => `session ${id} can still be paid`),
  ]
}

function moneyFaults(books: Books, provider: ProviderList, told: Told): string[] {
  const { bookings, attempts, payments, refunds } = books
  const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]))
  const currencyOf = new Map([...bookings, ...payments].map(({ id, currency }) => [id, currency]))
  const kept = payments.flatMap((payment) => {
    const { role, provider_payment_id, amount_cents, refund_requested_cents } = payment
    const own = refunds.filter((row) => row.payment_id === payment.id)
    const cents = keptCents(payment, refunds, provider)
    const booking = bookingOf.get(payment.booking_id)
    const stuckCents = sum(own.filter((row) => isStuck(row, own)).map((row) => row.amount_cents))
    const dueCents = role === 'primary' ? dueTo(booking, payment, books, provider, told) : 0
    const isExplained = role === 'quarantined' || role === 'voided' || cents <= dueCents + stuckCents
    const faults = isExplained
      ? []
      : [`${cents} cents of ${role} payment ${provider_payment_id} of a ${booking?.status} booking stay with us`]
    if (own.some((row) => row.state === 'blocked' && isStuck(row, own)) && cents > 0 && takenOf(provider, provider_payment_id).held === 0)
      faults.push(`payment ${provider_payment_id}: a refund stays blocked though no dispute is open`)
    // What is refunded outside is not ours to limit.
    const ours = sum(
      own.filter((row) => row.cause !== 'external' && (isUnderWay(row) || row.state === 'lost')).map((row) => row.amount_cents),
    )
    if (ours > amount_cents) faults.push(`payment ${provider_payment_id}: ${ours} back of ${amount_cents}`)
    // Refund on hold (dispute) stays reserved.
    const noted = sum(own.filter(({ state }) => state !== 'failed' && state !== 'canceled').map((row) => row.amount_cents))
    if (Math.min(noted, amount_cents) !== refund_requested_cents)
      faults.push(`payment ${provider_payment_id}: ${refund_requested_cents} cents noted as refunded, ${noted} in rows`)
    return faults
  })
  const mixed = [
    ...attempts.filter((row) => row.currency !== currencyOf.get(row.booking_id)),
    ...refunds.filter((row) => row.currency !== currencyOf.get(row.payment_id)),
  ]
  return [...kept, ...mixed.map(({ id, currency }) => `${id} is in ${currency}, unlike what it belongs to`)]
}

/** Returns how much of a payment its booking may keep. What a dispute held while staff cancelled is the bank's to decide about. */
function dueTo(booking: Booking | undefined, payment: Payment, { staffRefunds }: Books, { disputes }: ProviderList, told: Told): number {
  if (!booking) return 0
  const byStaff = staffRefunds.find(({ booking_id }) => booking_id === booking.id)
  const isWithdrawn = told.withdrawing.has(booking.id)
  const held = isWithdrawn
    ? sum(disputes.filter((each) => each.payment_intent === payment.provider_payment_id).map(({ amount }) => amount))
    : 0
  return held + (byStaff ? Math.max(earnedCents(booking), payment.amount_cents - byStaff.cents) : earnedCents(booking))
}

/** Returns how much of its price a booking may keep. All travel is a century away, so the first line of the policy applies. */
function earnedCents(booking: Booking): number {
  if (booking.status === 'confirmed') return booking.total_cents
  if (booking.status !== 'cancelled' || booking.full_refund_days > 0) return 0
  const percentage = booking.partial_refund_days > 0 ? booking.partial_refund_percentage : 0
  return booking.total_cents - Math.floor((booking.total_cents * percentage) / 100)
}

function bookingFaults({ bookings, payments, accepted }: Books): string[] {
  const confirmed = bookings.filter(({ status }) => status === 'confirmed')
  const paidFor = Map.groupBy(
    payments.filter(({ role }) => role === 'primary'),
    ({ booking_id }) => booking_id,
  )
  const agreed = new Set(accepted.map(({ payment_id }) => payment_id))
  const isPaid = (booking: Booking) => {
    const [payment, ...others] = paidFor.get(booking.id) ?? []
    return payment && others.length === 0 && (payment.amount_cents === booking.total_cents || agreed.has(payment.id))
  }
  return [
    ...confirmed.filter(({ is_owner_gone }) => is_owner_gone).map(({ id }) => `booking ${id} is confirmed for a deleted account`),
    ...doubleFaults(
      confirmed.filter(({ tour_id }) => tour_id !== null),
      (booking) => paidFor.get(booking.id)?.[0]?.recorded_at ?? 0,
    ),
    ...confirmed.filter((booking) => !isPaid(booking)).map(({ id }) => `booking ${id} is confirmed without its one payment`),
  ]
}

/** Booking a journey twice is deliberate only if the first booking was seen as confirmed. */
function doubleFaults(confirmed: Booking[], recordedAt: (booking: Booking) => number): string[] {
  const journeys = Map.groupBy(confirmed, ({ user_id, tour_id, departs_on }) => `${user_id} ${tour_id} ${departs_on}`)
  return [...journeys.values()].flatMap((same) => {
    const inOrder = same.toSorted((one, other) => recordedAt(one) - recordedAt(other))
    return inOrder.flatMap((booking, index) => {
      const earlier = inOrder[index - 1]
      const isChosen = !earlier || booking.booked_at > recordedAt(earlier)
      return isChosen ? [] : [`bookings ${earlier.id} and ${booking.id} are one journey, confirmed twice`]
    })
  })
}

/** The emails of deleted accounts are gone. */
function mailFaults({ bookings, mails }: Books): string[] {
  const sent = mails.filter(({ template, key }) => template === 'booking-confirmed' && !key.includes(':retracted:')).map(({ key }) => key)
  const wanted = new Set(bookings.filter((row) => row.was_confirmed && !row.is_owner_gone).map(({ id }) => `booking-confirmed:${id}`))
  return [
    ...[...wanted].filter((key) => !sent.includes(key)).map((key) => `no email ${key}`),
    ...sent.filter((key) => !wanted.has(key)).map((key) => `email ${key} without a confirmed booking`),
    ...sent.filter((key, index) => sent.indexOf(key) !== index).map((key) => `email ${key} twice`),
    ...mails.filter((row) => !row.is_sent && row.failure === null).map(({ key }) => `email ${key} still waits`),
  ]
}

/** Checks that everything people were told stays true. */
function promiseFaults({ bookings, attempts, payments, addresses }: Books, { sessions }: ProviderList, told: Told): string[] {
  const attemptOf = new Map(attempts.map((row) => [row.session_id, row]))
  const statusOf = new Map(bookings.map(({ id, status }) => [id, status]))
  const ended = new Set(bookings.filter(({ tour_id, departs_on }) => told.departures.has(`${tour_id} ${departs_on}`)).map(({ id }) => id))
  const mayBe = (id: string) => [
    'confirmed',
    ...(told.cancelling.has(id) || ended.has(id) ? ['cancelled'] : []),
    ...(told.voiding.has(id) ? ['pending', 'expired', 'approved'] : []),
  ]
  const paidTimes = Map.groupBy(payments, ({ attempt_id }) => attempt_id)
  const complete = new Set(sessions.filter(({ status }) => status === 'complete').map(({ id }) => id))
  const living = new Set(addresses.map(({ email }) => email))
  return [
    ...[...told.opened].filter((session) => !attemptOf.has(session)).map((session) => `session ${session} has no record`),
    ...[...told.paid].filter((session) => !complete.has(session)).map((session) => `the card sandbox forgot that ${session} was paid`),
    ...[...told.paid]
      .filter((session) => (paidTimes.get(attemptOf.get(session)?.id ?? '')?.length ?? 0) > 1)
      .map((session) => `session ${session} is recorded as paid more than once`),
    ...[...told.cancelled].filter((id) => statusOf.get(id) !== 'cancelled').map((id) => `the cancellation of ${id} was forgotten`),
    ...[...told.confirmed]
      .filter((id) => !mayBe(id).includes(statusOf.get(id) ?? 'lost'))
      .map((id) => `booking ${id} was confirmed and is now ${statusOf.get(id)}`),
    ...[...told.deleted].filter((email) => living.has(email)).map((email) => `the deleted account of ${email} is alive`),
  ]
}
