import { changedTexts } from '#shared/audit/facts.ts'
import { CURRENCIES, type Currency } from '#shared/money.ts'
import type { AgencySettings } from '#shared/settings/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit, type AuditEntry } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/queries.ts'
import { readSettings } from './queries.ts'

/** Does nothing if all is as it was. Throws 409 `settings_changed`, saying who was first, if they are no longer at the version seen. */
export async function changeSettings(trx: Trx, actor: Actor, wanted: AgencySettings): Promise<void> {
  await trx.selectFrom('settings').select('version').forUpdate().execute()
  const current = await readSettings(trx)
  if (current.version !== wanted.version) throw await changedMeanwhile(trx)
  const texts = changedTexts({ bankDetails: current.bankDetails }, { bankDetails: wanted.bankDetails })
  const ceilings = CURRENCIES.filter((currency) => current.goodwillCeilings[currency] !== wanted.goodwillCeilings[currency])
  const isOtherCurrency = current.currency !== wanted.currency
  const { offersAllOnSale = current.offersAllOnSale ?? false } = wanted
  const isOtherChoice = current.offersAllOnSale !== offersAllOnSale
  if (!texts && !isOtherCurrency && !isOtherChoice && ceilings.length === 0) return
  await trx
    .updateTable('settings')
    .set({
      bank_details: wanted.bankDetails || null,
      currency: wanted.currency,
      offers_all_on_sale: offersAllOnSale,
      version: wanted.version + 1,
    })
    .execute()
  const record = async (what: Pick<AuditEntry, 'before' | 'after' | 'texts'>) =>
    recordAudit(trx, { actor, action: 'settings.changed', subject: { kind: 'settings', id: null }, ...what })
  if (texts) await record({ texts })
  if (isOtherCurrency) await record({ before: { currency: current.currency }, after: { currency: wanted.currency } })
  if (isOtherChoice) await record({ before: { offersAllOnSale: !offersAllOnSale }, after: { offersAllOnSale } })
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
