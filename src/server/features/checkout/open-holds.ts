import { sql } from 'kysely'
import { daysBefore, longDay, type Day } from '#shared/dates.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { DEMO_IDS } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { hashToken } from '#server/lib/secrets.ts'
import { inPieces } from '#server/lib/sweeps.ts'

/** The departures that a refusal names: all of them, unless an operator allows many. */
const MAX_NAMED = 5
const CONFIRM_FIRST = 'You can hold more once you’ve confirmed your email address: you can get a new link in Settings.'

interface Hold {
  title: string
  starts_on: Day
  reference: string
  due_at: Date | null
}

/** Returns the key of an account's network if the account's holds count for it, because anyone can sign up with any address. */
export function holdingNetwork({ id, emailConfirmedAt }: { id: string; emailConfirmedAt: Date | null }, ip: string): string | undefined {
  return emailConfirmedAt || DEMO_IDS.has(id) ? undefined : hashToken(networkOf(ip))
}

/**
 * Throws 409 `too_many_holds` if the account holds too many unpaid departures, or unconfirmed accounts of its network do, so that no
 * one can hold all seats. `network` is undefined for a confirmed account, which must be locked, so that of two
 * concurrent checkouts the second counts the first. The network stays locked until the transaction ends.
 */
export async function refuseMoreHolds({ config }: Deps, trx: Trx, all: Hold[], network: string | undefined): Promise<void> {
  const most = network === undefined ? config.OPEN_HOLDS_PER_ACCOUNT : config.OPEN_HOLDS_UNCONFIRMED
  // What staff keep for them is theirs to decide.
  const held = all.filter(({ due_at }) => !due_at)
  if (held.length >= most) throw tooMany(held, most, network === undefined ? '' : ` ${CONFIRM_FIRST}`)
  if (network === undefined) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unconfirmed-holds:${network}`}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('unconfirmed_holds')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('network_hash', '=', network)
    .where('bookings.status', '=', 'pending')
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < config.OPEN_HOLDS_UNCONFIRMED_PER_ADDRESS) return
  throw new AppError('too_many_holds', `Accounts on your network are already holding too many unpaid seats. ${CONFIRM_FIRST}`)
}

function tooMany(held: Hold[], most: number, advice: string): AppError {
  const names = held
    .slice(0, Math.min(most, MAX_NAMED))
    .map(({ title, starts_on, reference }) => `${title} on ${longDay(starts_on)} (${reference})`)
  const departures = most === 1 ? 'a departure' : `${most} departures`
  return new AppError(
    'too_many_holds',
    `You’re already holding unpaid seats on ${departures}. Please pay for one or release its seats in My Bookings first: ${names.join('; ')}.${advice}`,
  )
}

/** Counts a booking for the network, which `refuseMoreHolds` has locked. */
export async function noteHold(trx: Trx, bookingId: string, network: string, now: Date): Promise<void> {
  await trx.insertInto('unconfirmed_holds').values({ booking_id: bookingId, network_hash: network, created_at: now }).execute()
}

/** Longer than any hold lasts. */
export async function forgetHoldsBefore(db: Database, before: Date): Promise<void> {
  await inPieces(async (most) => {
    const old = db
      .selectFrom('unconfirmed_holds')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select('booking_id')
      .where('unconfirmed_holds.created_at', '<', before)
      .where('status', '<>', 'pending')
      .limit(most)
    const { numDeletedRows } = await db.deleteFrom('unconfirmed_holds').where('booking_id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}

export function checkoutJobs({ db, now }: Deps): JobDefinition[] {
  return [{ name: 'checkout.forget-networks', cron: '53 3 * * *', run: async () => forgetHoldsBefore(db, daysBefore(now(), 1)) }]
}
