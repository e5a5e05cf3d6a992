import { parseArgs } from 'node:util'
import { cancelDepartureBodySchema } from '#shared/cancellations/staff.ts'
import { dayIn } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { cancelBookingBodySchema, refundBookingBodySchema } from '#shared/refunds/staff.ts'
import { offlinePaymentBodySchema, voidPaymentBodySchema } from '#shared/reservations/staff.ts'
import { departureId } from '#shared/tours/departures.ts'
import { findBookingId } from '#server/features/bookings/records.ts'
import { cancelByStaff } from '#server/features/cancellations/cancellations.ts'
import { cancelDeparture, readFigures } from '#server/features/cancellations/departures.ts'
import { refundAsGoodwill } from '#server/features/cancellations/goodwill.ts'
import { getBookingMoney } from '#server/features/cancellations/paid-bookings.ts'
import { findOfflinePayment } from '#server/features/payments/payments.ts'
import { recordOfflinePayment } from '#server/features/reservations/offline-payments.ts'
import { voidOfflinePayment } from '#server/features/reservations/voided-payments.ts'
import { namedDeparture } from '#server/features/tours/departures/departures.ts'
import { operator, type NamedActor } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { amountArgument, getStaffId, readArguments, UsageError, type Command, type Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run bookings -- money M-7K3P9XQD
  npm run bookings -- record M-7K3P9XQD --method cash --reference "Receipt 12" [--on 2026-11-25] --by ada@example.com
  npm run bookings -- void M-7K3P9XQD --reference "Receipt 12" --reason "Mistyped" --by ada@example.com
  npm run bookings -- cancel M-7K3P9XQD --reason "Ill" [--amount 90.00] --by ada@example.com
  npm run bookings -- refund M-7K3P9XQD --amount 90.00 --reason "Rain" --by ada@example.com
  npm run bookings -- cancel-departure tokyo-and-mount-fuji 2027-03-01 --reason "Snow" --by ada@example.com
Makes the payment decisions the console makes, for staff who can’t make them there because the booking is their own and no one else is available. Name a booking by its reference or ID, and use --by to say whose decision it is. Without --amount, a cancellation refunds what the policy says. Amounts are in the booking's currency. Refunds and emails are only sent while the site is running.`

const OPTIONS = {
  by: { type: 'string' },
  method: { type: 'string' },
  reference: { type: 'string' },
  on: { type: 'string' },
  reason: { type: 'string' },
  amount: { type: 'string' },
} as const

const DOABLE = ['money', 'record', 'void', 'cancel', 'refund', 'cancel-departure']

type Values = Partial<Record<keyof typeof OPTIONS, string>>

/** `npm run bookings` lets staff do what the console refuses because the booking is their own. */
export const bookings: Command = { usage: USAGE, run: runBookings }

async function runBookings(args: string[], say: Say, note?: Say): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const [command = '', name = '', day = ''] = positionals
  if (!DOABLE.includes(command)) throw new UsageError(`Missing command. Use one of: ${DOABLE.join(', ')}.`)
  if (name === '') throw new UsageError(command === 'cancel-departure' ? 'Missing tour or date.' : 'Missing booking.')
  if (command !== 'money' && !values.by) throw new UsageError('Missing --by: whose decision is it?')
  await withDeps(note, async (deps) => {
    const actor = values.by === undefined ? undefined : operator(await getStaffId(deps.db, values.by))
    if (command === 'cancel-departure' && actor) return endDeparture(deps, actor, name, day, values, say)
    const id = await findBookingId(deps.db, name)
    if (!id) throw new Error(`No booking ${name}.`)
    if (actor) await decide(deps, actor, command, id, values)
    await printMoney(deps, id, say)
  })
}

async function decide(deps: Deps, actor: NamedActor, command: string, id: string, values: Values): Promise<void> {
  const seen = await getBookingMoney(deps, id)
  const { reason } = values
  const amountCents = values.amount === undefined ? undefined : amountArgument('--amount', values.amount, seen.currency)
  if (command === 'record') {
    const payment = { method: values.method, reference: values.reference, totalCents: seen.totalCents, paidOn: values.on }
    await recordOfflinePayment(deps, actor, id, readArguments(offlinePaymentBodySchema, payment))
  }
  if (command === 'void') await voidByReference(deps, actor, id, values)
  if (command === 'cancel') await cancelByStaff(deps, actor, id, readArguments(cancelBookingBodySchema, { reason, amountCents, seen }))
  if (command === 'refund') await refundAsGoodwill(deps, actor, id, readArguments(refundBookingBodySchema, { reason, amountCents, seen }))
}

async function voidByReference(deps: Deps, actor: NamedActor, bookingId: string, { reference = '', reason }: Values): Promise<void> {
  const paymentId = await findOfflinePayment(deps.db, bookingId, reference)
  if (paymentId === undefined)
    throw new Error(`This booking has no recorded payment with reference ${reference || 'given by --reference'}.`)
  await voidOfflinePayment(deps, actor, paymentId, readArguments(voidPaymentBodySchema, { reason }).reason)
}

async function endDeparture(deps: Deps, actor: NamedActor, tour: string, on: string, { reason }: Values, say: Say): Promise<void> {
  const { tourId, day } = namedDeparture(departureId(tour, on))
  const decision = readArguments(cancelDepartureBodySchema, { reason, seen: await readFigures(deps.db, tourId, day) })
  const today = dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())
  await cancelDeparture(deps, { tourId, day, actor, now: deps.now(), today }, decision)
  say('Departure cancelled. Its bookings will be cancelled while the site is running.')
}

async function printMoney(deps: Deps, id: string, say: Say): Promise<void> {
  const { status, currency, ...money } = await getBookingMoney(deps, id)
  const amount = (cents: number) => formatMoney({ cents, currency })
  const parts = [`paid ${amount(money.paidCents)}`, `refunded ${amount(money.returnedCents)}`, `left ${amount(money.leftCents)}`]
  say([status, `price ${amount(money.totalCents)}`, ...parts, `refund under policy ${amount(money.policyCents)}`].join('  '))
}
