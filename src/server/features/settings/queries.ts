import type { AgencySettings } from '#shared/settings/staff.ts'
import { DEFAULT_CURRENCY, type Currency } from '#shared/money.ts'
import type { Database, Trx } from '#server/lib/db.ts'

export async function readSettings(db: Database | Trx): Promise<AgencySettings> {
  const { version, bank_details, currency, offers_all_on_sale } = await db.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  const ceilings = await db.selectFrom('goodwill_ceilings').selectAll().execute()
  return {
    version,
    bankDetails: bank_details ?? '',
    currency: currency ?? DEFAULT_CURRENCY.tour,
    offersAllOnSale: offers_all_on_sale,
    goodwillCeilings: Object.fromEntries(ceilings.map((each) => [each.currency, each.ceiling_cents])),
  }
}

/** Returns the agency's bank details in lines, for an email; empty if none are set. */
export async function findBankFacts(db: Database | Trx): Promise<{ bankDetails?: string }> {
  const { bank_details } = await db.selectFrom('settings').select('bank_details').executeTakeFirstOrThrow()
  return bank_details === null ? {} : { bankDetails: bank_details }
}

/** Returns the currency in which a new tour is priced. */
export async function findNewCurrency(db: Database | Trx): Promise<Currency> {
  const { currency } = await db.selectFrom('settings').select('currency').executeTakeFirstOrThrow()
  return currency ?? DEFAULT_CURRENCY.tour
}

/** Whether the search offers more than the specified choices. */
export async function offersAllOnSale(db: Database): Promise<boolean> {
  const { offers_all_on_sale } = await db.selectFrom('settings').select('offers_all_on_sale').executeTakeFirstOrThrow()
  return offers_all_on_sale
}

/** Returns in cents what one person may give as goodwill in a day, or undefined if there is no ceiling. */
export async function findGoodwillCeiling(db: Database | Trx, currency: Currency): Promise<number | undefined> {
  const row = await db.selectFrom('goodwill_ceilings').select('ceiling_cents').where('currency', '=', currency).executeTakeFirst()
  return row?.ceiling_cents
}
