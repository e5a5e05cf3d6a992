import { sql } from 'kysely'
import { MAX_BATCHES, type AccountNumber, type Batch, type StaffExport } from '#shared/ledger/export.ts'
import type { LedgerAccount } from '#shared/ledger/staff.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'

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

/** Lists a page of batches, the newest first. */
export async function listBatches(db: Database, before?: number): Promise<Batch[]> {
  const batches = await db
    .selectFrom('export_batches')
    .innerJoin('users', 'users.id', 'made_by')
    .select([
      'number',
      'users.name as madeBy',
      'made_at',
      'first_day as firstDay',
      'last_day as lastDay',
      'entries',
      'has_generated as hasGenerated',
    ])
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(MAX_BATCHES)
    .execute()
  const numbers = batches.map(({ number }) => number)
  const sums =
    numbers.length === 0
      ? []
      : await db.selectFrom('export_batch_sums').selectAll().where('batch_number', 'in', numbers).orderBy('currency').execute()
  return batches.map(({ made_at: madeAt, ...batch }) => ({
    ...batch,
    madeAt: madeAt.toISOString(),
    sums: sums
      .filter(({ batch_number: number }) => number === batch.number)
      .map(({ currency, debit_cents: debit, credit_cents: credit }) => ({
        currency,
        debit: centsToDecimal(debit),
        credit: centsToDecimal(credit),
      })),
  }))
}

export interface BatchRange {
  number: number
  afterId: number
  untilId: number
  hasGenerated: boolean
  /** As they were when it was made. */
  numbers: AccountNumber[]
}

/** Returns what a batch holds. Throws 404. */
export async function readBatch(db: Database, number: string): Promise<BatchRange> {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw notFound('Batch')
  const batch = await db
    .selectFrom('export_batches')
    .select(['number', 'after_id as afterId', 'until_id as untilId', 'has_generated as hasGenerated', 'numbers'])
    .where('number', '=', Number(number))
    .executeTakeFirst()
  if (!batch) throw notFound('Batch')
  return batch
}
