import { sql } from 'kysely'
import type { AccountNumber, ExportNumbersBody, StaffExport } from '#shared/ledger/export.ts'
import { changeExportNumbers, getExport } from '#shared/ledger/staff-calls.ts'
import type { LedgerAccount } from '#shared/ledger/staff.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/audit.ts'

export function exportNumberCalls({ read, change }: Serving): void {
  read(getExport, async ({ db }) => readExport(db))
  change(changeExportNumbers, async ({ trx, actor, body }) => {
    await changeNumbers(trx, actor, body)
    return { message: 'Numbers changed' }
  })
}

/** More new entries than this are not counted for the page. */
const COUNTED = 20_000

export async function readExport(db: Database): Promise<StaffExport> {
  const { version } = await db.selectFrom('export_settings').select('version').executeTakeFirstOrThrow()
  const last = await findLastBatch(db)
  const fresh = await countNew(db, last?.untilId ?? 0)
  const counted = (isGenerated: boolean) => {
    const found = fresh.find((each) => each.isGenerated === isGenerated)
    return found ? { entries: found.entries, firstDay: found.firstDay, lastDay: found.lastDay } : null
  }
  return {
    version,
    numbers: (await listNumbers(db)).map((each) => ({ ...each, account: each.account as LedgerAccount })),
    inUse: await listInUse(db),
    next: (last?.number ?? 0) + 1,
    own: counted(false),
    generated: counted(true),
    hasMore: fresh.some(({ looked }) => looked > COUNTED),
  }
}

export async function listNumbers(db: Database | Trx): Promise<AccountNumber[]> {
  return db.selectFrom('export_numbers').select(['account', 'currency', 'number']).orderBy('account').orderBy('currency').execute()
}

/** Returns in which currencies accounts have ever been moved, from the sums of the days. */
export async function listInUse(db: Database | Trx): Promise<StaffExport['inUse']> {
  const { rows } = await sql<StaffExport['inUse'][number]>`
    select account, currency, bool_and(is_generated) as "isGenerated" from ledger_sums group by account, currency
    order by account, currency`.execute(db)
  return rows
}

/** Returns the number of the last batch, who made it and up to which entry it goes. */
export async function findLastBatch(db: Database | Trx): Promise<{ number: number; untilId: number; madeBy: string } | undefined> {
  return db
    .selectFrom('export_batches')
    .innerJoin('users', 'users.id', 'made_by')
    .select(['number', 'until_id as untilId', 'users.name as madeBy'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function countNew(db: Database, after: number) {
  const { rows } = await sql<{ isGenerated: boolean; entries: number; firstDay: string; lastDay: string; looked: number }>`
    select is_generated as "isGenerated", count(*)::integer as entries, min(posted_on) as "firstDay", max(posted_on) as "lastDay",
      sum(count(*)) over ()::integer as looked
    from (select is_generated, posted_on from entries where id > ${after} order by id limit ${COUNTED + 1}) as fresh
    group by is_generated`.execute(db)
  return rows
}

/** Does nothing if nothing has changed. Throws 409 `export_changed`, saying who was first, if they are no longer at the version seen. */
async function changeNumbers(trx: Trx, actor: Actor, wanted: ExportNumbersBody): Promise<void> {
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

export async function lockExport(trx: Trx): Promise<{ version: number }> {
  return trx.selectFrom('export_settings').select('version').forUpdate().executeTakeFirstOrThrow()
}
