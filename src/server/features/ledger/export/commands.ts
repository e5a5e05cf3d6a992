import { withoutNumber, type AccountNumber, type ExportNumbersBody, type MakeBatchBody } from '#shared/ledger/export.ts'
import { LEDGER_ACCOUNTS, type LedgerAccount } from '#shared/ledger/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { type Actor, type NamedActor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { findLastBatch, listInUse, listNumbers } from './queries.ts'
import { boundRange, countEntries, sumRange } from './range.ts'

/** Does nothing if all is as it was. Throws 409 `export_changed`, saying who was first, if they are no longer at the version seen. */
export async function changeNumbers(trx: Trx, actor: Actor, wanted: ExportNumbersBody): Promise<void> {
  const { version } = await lockExport(trx)
  if (version !== wanted.version) {
    const [change] = await listAudit(trx, { action: 'export.numbered', limit: 1 })
    const who = change?.actor?.name ?? 'Someone'
    throw new AppError('export_changed', `${who} has just changed the account numbers. Please check again.`)
  }
  const [before, after] = [byAccount(await listNumbers(trx)), byAccount(wanted.numbers)]
  const changed = [...new Map([...before, ...after])].filter(([key]) => before.get(key)?.number !== after.get(key)?.number)
  if (changed.length === 0) return
  await trx
    .updateTable('export_settings')
    .set({ version: version + 1 })
    .execute()
  await trx.deleteFrom('export_numbers').execute()
  if (wanted.numbers.length > 0) await trx.insertInto('export_numbers').values(wanted.numbers).execute()
  for (const [key, { account, currency }] of changed) {
    await recordAudit(trx, {
      actor,
      action: 'export.numbered',
      subject: { kind: 'export', id: null },
      before: { accountNumber: before.get(key)?.number ?? null },
      after: {
        ledgerAccount: account as LedgerAccount,
        ...(currency !== null && { inCurrency: currency }),
        accountNumber: after.get(key)?.number ?? null,
      },
    })
  }
}

function byAccount(numbers: readonly AccountNumber[]): Map<string, AccountNumber> {
  return new Map(numbers.map((each) => [`${each.account} ${each.currency ?? ''}`, each]))
}

/** A statement reads no more entries than this: the rest is left to the next batch. */
const MAX_ENTRIES = 500_000

/**
 * Makes the batch of all entries that are in none yet, up to `horizon`. Throws 409 `export_changed` if another batch has been made since
 * `number` was announced, and `not_exportable` if an account has no number or nothing is new.
 */
export async function makeBatch(
  trx: Trx,
  actor: NamedActor,
  { number, withGenerated }: MakeBatchBody,
  { horizon, now, most = MAX_ENTRIES }: { horizon: number; now: Date; most?: number },
): Promise<void> {
  await lockExport(trx)
  const last = await findLastBatch(trx)
  if (number !== (last?.number ?? 0) + 1)
    throw new AppError('export_changed', `${last?.madeBy ?? 'Someone'} has just created batch ${last?.number ?? 0}. Please check again.`)
  const numbers = await listNumbers(trx)
  refuseWithoutNumber(withoutNumber({ numbers, inUse: await listInUse(trx) }, withGenerated))
  const range = await boundRange(trx, { afterId: last?.untilId ?? 0, untilId: horizon, withGenerated }, most)
  const { entries, firstDay, lastDay } = await countEntries(trx, range)
  if (firstDay === null || lastDay === null)
    throw new AppError('not_exportable', last ? `Nothing has been posted since batch ${last.number}.` : 'Nothing has been posted yet.')
  await trx
    .insertInto('export_batches')
    .values({
      number,
      after_id: range.afterId,
      until_id: range.untilId,
      has_generated: withGenerated,
      numbers: JSON.stringify(numbers),
      made_by: actor.accountId,
      made_at: now,
      entries,
      first_day: firstDay,
      last_day: lastDay,
    })
    .execute()
  const sums = await sumRange(trx, range)
  await trx
    .insertInto('export_batch_sums')
    .values(sums.map((sum) => ({ batch_number: number, ...sum })))
    .execute()
  await recordAudit(trx, {
    actor,
    action: 'export.batch_made',
    subject: { kind: 'export', id: null },
    after: { batch: number, entries },
  })
}

async function lockExport(trx: Trx): Promise<{ version: number }> {
  return trx.selectFrom('export_settings').select('version').forUpdate().executeTakeFirstOrThrow()
}

function refuseWithoutNumber(missing: readonly { account: string; currency: string }[]): void {
  if (missing.length === 0) return
  const names = missing.map(
    ({ account, currency }) => `${LEDGER_ACCOUNTS[account as LedgerAccount] ?? account} (${currency.toUpperCase()})`,
  )
  throw new AppError('not_exportable', `Account numbers are missing for: ${names.join(', ')}.`)
}
