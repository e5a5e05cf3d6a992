import { beforeEach, expect, test } from 'vitest'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { bookAndPay, bookingsOn, nextDay, paymentsOn, refundsOn, TOUR } from '../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../tests/support/command-line.ts'
import { createStaff } from '../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../tests/support/payment-site.ts'
import { idOf, reservationBody } from '../../../tests/support/reservations.ts'
import { bookings } from './bookings.ts'

const site = await openPaymentSite({ settles: true })
const { db } = site.deps
const manager = await createStaff(site, 'manager')

beforeEach(() => commandLineOf(site))

/** Returns what the command printed. */
async function command(...args: string[]): Promise<string[]> {
  const said: string[] = []
  await bookings.run([...args, '--by', manager.email], (line) => said.push(line))
  return said
}

async function reserveForSelf() {
  const day = nextDay()
  const body = reservationBody(site, { id: await idOf(site, manager) }, day, { payBy: 'cash' })
  return { day, reference: (await manager.post(staffReservationCalls.makeReservation.path, body)).json.reference as string }
}

async function leaveAlone(isAlone: boolean): Promise<void> {
  const others = db
    .updateTable('users')
    .set({ disabled_at: isAlone ? new Date() : null })
    .where('role', '=', 'admin')
  await others.execute()
}

test('while somebody else may decide, even the command line refuses a person’s decision about their own booking', async () => {
  const { reference, day } = await reserveForSelf()
  const record = async () => command('record', reference, '--method', 'cash', '--reference', 'Receipt 12')
  await expect(record()).rejects.toThrow(/^This is your own booking: someone else must decide: name them with --by\.$/)
  expect(await paymentsOn(site, day)).toEqual([])
})

test('the only manager records, voids, refunds and cancels their own booking on the command line, each audited as theirs', async () => {
  await leaveAlone(true)
  const { reference, day } = await reserveForSelf()
  expect(await command('record', reference, '--method', 'cash', '--reference', 'Receipt 12')).toEqual([
    'confirmed  price $1,090.00  paid $1,090.00  refunded $0.00  left $1,090.00  refund under policy $1,090.00',
  ])
  const voided = async () => command('void', reference, '--reference', 'Receipt 12', '--reason', 'Mistyped')
  expect(await voided()).toEqual([expect.stringMatching(/^pending .* paid \$0\.00/)])
  await expect(voided()).rejects.toThrow('This booking has no recorded payment with reference Receipt 12.')
  await command('record', reference, '--method', 'cash', '--reference', 'Receipt 12')
  await command('refund', reference, '--amount', '90.00', '--reason', 'Rain')
  expect(await command('cancel', reference, '--reason', 'Ill', '--amount', '100')).toEqual([
    expect.stringMatching(/^cancelled .* refunded \$190\.00 {2}left \$900\.00/),
  ])
  expect((await refundsOn(site, day)).map(({ amount_cents }) => amount_cents).toSorted()).toEqual([10_000, 9000])
  const entries = db
    .selectFrom('audit_entries')
    .innerJoin('users', 'users.id', 'actor_id')
    .select('action')
    .where('via', '=', 'command_line')
  expect((await entries.where('email', '=', manager.email).orderBy('audit_entries.id').execute()).map(({ action }) => action)).toEqual([
    'payment.recorded',
    'payment.voided',
    'payment.recorded',
    'booking.refunded',
    'booking.cancelled',
  ])
  await expect(command('refund', reference, '--reason', 'Rain')).rejects.toThrow()
  await expect(command('money', 'M-00000000')).rejects.toThrow('No booking M-00000000.')
})

test('the only manager cancels a departure that they are booked on', async () => {
  await leaveAlone(true)
  const day = nextDay()
  await bookAndPay(site, manager, 1, day)
  expect(await command('cancel-departure', TOUR, day, '--reason', 'Snow')).toEqual([
    'Departure cancelled. Its bookings will be cancelled while the site is running.',
  ])
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
  await leaveAlone(false)
})
