import type { Selectable } from 'kysely'
import { longDay, type Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import type { OfferCode } from '#shared/tours/offers/discounts.ts'
import { NO_SUCH_CODE } from '#shared/tours/offers/no-such-code.ts'
import { writtenCode } from '#shared/written-codes.ts'
import type { Codes } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

export type CodeRow = Selectable<Codes>

/** What a code is to be used for. `today` is the agency's. */
export interface CodeUse {
  text: string
  tourId: string
  optionId: string
  day: Day
  currency: Currency
  today: Day
}

/** 400 `code_not_valid` with a reason that a person can read. */
export function codeNotValid(message: string): AppError {
  return new AppError('code_not_valid', message, { issues: [{ path: 'code', message }] })
}

/** Returns the code for an offer. Throws 400 `code_not_valid` for one that is unknown, spent or not for this. Takes nothing. */
export async function findCode(db: Database | Trx, use: CodeUse): Promise<OfferCode> {
  const row = await db.selectFrom('codes').selectAll().where('text', '=', writtenCode(use.text)).executeTakeFirst()
  if (!row?.is_active) throw codeNotValid(NO_SUCH_CODE)
  const reason = whyNot(row, use)
  if (reason !== undefined) throw codeNotValid(reason)
  return toOfferCode(row)
}

export const USED_BEFORE = 'You’ve already used this code.'
export const USED_UP = 'This code has been used up.'

function whyNot(row: CodeRow, { tourId, optionId, day, currency, today }: CodeUse): string | undefined {
  if (row.usable_to !== null && today > row.usable_to) return `This code expired on ${longDay(row.usable_to)}.`
  if (row.usable_from !== null && today < row.usable_from) return `This code is valid from ${longDay(row.usable_from)}.`
  if (row.tour_ids && !row.tour_ids.includes(tourId)) return 'This code isn’t valid for this tour.'
  if (row.option_ids && !row.option_ids.includes(optionId)) return 'This code isn’t valid for this option.'
  if ((row.travel_from !== null && day < row.travel_from) || (row.travel_to !== null && day > row.travel_to)) {
    return 'This code isn’t valid for departures on that date.'
  }
  if (row.currency !== null && row.currency !== currency) return 'This code is for a different currency.'
  return row.most_uses !== null && row.uses >= row.most_uses ? USED_UP : undefined
}

function toOfferCode(row: CodeRow): OfferCode {
  const shared = { id: row.id, text: row.text, leastSpendCents: row.least_spend_cents }
  if (row.percent !== null) return { ...shared, kind: 'percent', percent: row.percent }
  if (row.amount_cents !== null) return { ...shared, kind: 'amount', amountCents: row.amount_cents }
  return { ...shared, kind: 'extra', extraId: row.extra_id ?? '' }
}
