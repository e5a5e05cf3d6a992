import { changedTexts } from '#shared/audit/facts.ts'
import { CURRENCIES, DEFAULT_CURRENCY, type Currency } from '#shared/money.ts'
import * as calls from '#shared/settings/staff-calls.ts'
import type { AgencySettings } from '#shared/settings/staff.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { recordAudit, type AuditEntry } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { taxCategories } from './taxes.ts'

export const settings: Feature = {
  calls(serving) {
    serving.read(calls.getSettings, async ({ db }) => readSettings(db))
    serving.change(calls.changeSettings, async ({ trx, actor, body }) => {
      await changeSettings(trx, actor, body)
      return { message: 'Settings changed' }
    })
    taxCategories(serving)
  },
}

async function readSettings(db: Database | Trx): Promise<AgencySettings> {
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

/** Does nothing if all is as it was. Throws 409 `settings_changed`, saying who was first, if they are no longer at the version seen. */
async function changeSettings(trx: Trx, actor: Actor, wanted: AgencySettings): Promise<void> {
  await trx.selectFrom('settings').select('version').forUpdate().execute()
  const current = await readSettings(trx)
  if (current.version !== wanted.version) throw await changedMeanwhile(trx)
  const texts = changedTexts({ bankDetails: current.bankDetails }, { bankDetails: wanted.bankDetails })
  const ceilings = CURRENCIES.filter((currency) => current.goodwillCeilings[currency] !== wanted.goodwillCeilings[currency])
  const isOtherCurrency = current.currency !== wanted.currency
  const offersAll = wanted.offersAllOnSale ?? current.offersAllOnSale ?? false
  const isOtherChoice = current.offersAllOnSale !== offersAll
  if (!texts && !isOtherCurrency && !isOtherChoice && ceilings.length === 0) return
  await trx
    .updateTable('settings')
    .set({
      bank_details: wanted.bankDetails || null,
      currency: wanted.currency,
      offers_all_on_sale: offersAll,
      version: wanted.version + 1,
    })
    .execute()
  const record = async (what: Pick<AuditEntry, 'before' | 'after' | 'texts'>) =>
    recordAudit(trx, { actor, action: 'settings.changed', subject: { kind: 'settings', id: null }, ...what })
  if (texts) await record({ texts })
  if (isOtherCurrency) await record({ before: { currency: current.currency }, after: { currency: wanted.currency } })
  if (isOtherChoice) await record({ before: { offersAllOnSale: !offersAll }, after: { offersAllOnSale: offersAll } })
  for (const currency of ceilings) {
    await setCeiling(trx, currency, wanted.goodwillCeilings[currency])
    const factsOf = ({ goodwillCeilings }: AgencySettings) => ({ currency, ceilingCents: goodwillCeilings[currency] ?? null })
    await record({ before: factsOf(current), after: factsOf(wanted) })
  }
}

async function setCeiling(trx: Trx, currency: Currency, ceilingCents: number | undefined): Promise<void> {
  await trx.deleteFrom('goodwill_ceilings').where('currency', '=', currency).execute()
  if (ceilingCents === undefined) return
  await trx.insertInto('goodwill_ceilings').values({ currency, ceiling_cents: ceilingCents }).execute()
}

async function changedMeanwhile(trx: Trx): Promise<AppError> {
  const [change] = await listAudit(trx, { action: 'settings.changed', limit: 1 })
  return new AppError('settings_changed', `${change?.actor?.name ?? 'Someone'} has just changed the settings. Please check again.`)
}
