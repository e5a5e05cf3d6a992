import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { addDays, DAY_MS, dayIn, type Day } from '#shared/dates.ts'
import { daySchema } from '#shared/day-schema.ts'
import { storable, typed } from '#shared/fields.ts'

/** From so long after its end a period can be locked: the card provider's movements are read a night late. */
const LOCKED_AFTER_MS = 2 * DAY_MS

/** Returns the last day whose end in the agency's time zone is at least 48 hours ago. */
export function lastLockableDay(timeZone: string, now: Date): Day {
  return addDays(dayIn(timeZone, new Date(now.getTime() - LOCKED_AFTER_MS)), -1)
}

/** Response of GET /staff/ledger-lock. */
export const ledgerLockSchema = z.object({
  /** The last day on which nothing more is written; null while no day is locked. */
  lockedUntil: z.nullable(daySchema),
  /** The last change, whether it locked or unlocked; null if there was none. The name is null if the account is gone. */
  changed: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string(), reason: z.nullable(z.string()) })),
  /** The last day that can be locked now; null while money of before the ledger is still being posted. */
  lockableUntil: z.nullable(daySchema),
})
export type LedgerLock = z.infer<typeof ledgerLockSchema>

/** Whether the lock would end on an earlier day, so that days are opened again. */
export function isUnlocking(from: Day | null, until: Day | null): boolean {
  return from !== null && (until === null || until < from)
}

const MAX_TEXT = 500
const textSchema = z.optional(z.string().check(typed, z.maxLength(MAX_TEXT, `This must be at most ${MAX_TEXT} characters`), storable))

/** Body of PUT /staff/ledger-lock. `seen` is until when the ledger was locked as the user saw it. */
export const lockBodySchema = z.object({ until: z.nullable(daySchema), seen: z.nullable(daySchema), reason: textSchema }).check(
  z.refine(({ until, seen, reason }) => Boolean(reason) || !isUnlocking(seen, until), {
    path: ['reason'],
    error: 'Please say why you’re reopening these days',
  }),
)
export type LockBody = z.infer<typeof lockBodySchema>

export const MAX_TILL_DAYS = 30

/** Query of GET /staff/tills. `before` is the last day of the previous page. */
export const tillsQuerySchema = z.object({ before: z.optional(daySchema) })

/** The cash of a day in one currency: what came in less what was given back, both as recorded that day. */
const tillSchema = z.object({
  currency: z.string(),
  ledgerCents: z.int(),
  closed: z.nullable(
    z.object({
      countedCents: z.int(),
      /** What the ledger had when it was closed. */
      ledgerCents: z.int(),
      note: z.nullable(z.string()),
      /** Null if the account is gone. */
      by: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
})
export type Till = z.infer<typeof tillSchema>

/** Response of GET /staff/tills: the days with cash, the newest first. A till is closed once its day is over. */
export const tillDaysSchema = z.array(z.object({ day: daySchema, isOver: z.boolean(), tills: z.array(tillSchema) }))
export type TillDays = z.infer<typeof tillDaysSchema>

const COUNTED = 'Please enter the cash you counted'
const MAX_CENTS = 1_000_000_000
const centsSchema = z.int(COUNTED).check(z.gte(-MAX_CENTS, 'The amount is too low'), z.lte(MAX_CENTS, 'The amount is too high'))

/** Body of POST /staff/tills. `ledgerCents` is what the user saw; `note` explains a difference. */
export const closeTillBodySchema = z
  .object({ day: daySchema, currency: currencySchema, countedCents: centsSchema, ledgerCents: z.int(), note: textSchema })
  .check(
    z.refine(({ countedCents, ledgerCents, note }) => countedCents === ledgerCents || Boolean(note), {
      path: ['note'],
      error: 'Please explain the difference, as far as you know',
    }),
  )
export type CloseTillBody = z.infer<typeof closeTillBodySchema>
