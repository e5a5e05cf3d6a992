import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { MAX_BATCHES, withoutNumber, type Batch, type MakeBatchBody } from '#shared/ledger/export.ts'
import * as calls from '#shared/ledger/staff-calls.ts'
import { LEDGER_ACCOUNTS, type LedgerAccount } from '#shared/ledger/staff.ts'
import { centsToDecimal } from '#shared/money.ts'
import { recordAudit, recordExport } from '#server/features/audit/commands.ts'
import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import { sendCsvFile } from '#server/lib/csv.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { batchFile, type BatchRange } from './batch-file.ts'
import { findLastBatch, listInUse, listNumbers, lockExport } from './export-numbers.ts'

/** A batch holds the entries that are handed to the accountant’s program together. */
export function batchCalls({ read, flow }: Serving, now: () => Date): void {
  read(calls.listBatches, async ({ db, query }) => listBatches(db, query.before))
  flow(calls.makeBatch, async ({ deps: { db }, actor, body }) => {
    const horizon = await findHorizon(db)
    await decideAs(db, actor, 'money.export', async (trx) => makeBatch(trx, actor, body, { horizon, now: now() }))
    return { number: body.number }
  })
  read(calls.downloadBatch, async ({ db, actor, params, query, reply }) => {
    const batch = await readBatch(db, params.id)
    const entry = { actor, action: 'export.downloaded', subject: { kind: 'export', id: `batch-${batch.number}` } } as const
    const file = batchFile(db, batch, query)
    return sendCsvFile(reply, { name: `batch-${batch.number}`, at: now() }, recordExport(db, entry, query, file))
  })
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

function refuseWithoutNumber(missing: readonly { account: string; currency: string }[]): void {
  if (missing.length === 0) return
  const names = missing.map(
    ({ account, currency }) => `${LEDGER_ACCOUNTS[account as LedgerAccount] ?? account} (${currency.toUpperCase()})`,
  )
  throw new AppError('not_exportable', `Account numbers are missing for: ${names.join(', ')}.`)
}

/** The entries after the one id, up to the other; generated ones among them or not. */
interface Range {
  afterId: number
  untilId: number
  withGenerated: boolean
}

const isWanted = ({ withGenerated }: Range) => sql`(${withGenerated}::boolean or not is_generated)`

/** Ends a range so that it has at most `most` entries. */
export async function boundRange(db: Database | Trx, range: Range, most: number): Promise<Range> {
  const { rows } = await sql<{ id: number }>`
    select id from entries where id > ${range.afterId} and id <= ${range.untilId} and ${isWanted(range)}
    order by id offset ${most - 1} limit 1`.execute(db)
  return { ...range, untilId: rows[0]?.id ?? range.untilId }
}

/** Counts the entries of a range; the days are null if there is none. */
export async function countEntries(db: Database | Trx, range: Range) {
  const { rows } = await sql<{ entries: number; firstDay: Day | null; lastDay: Day | null }>`
    select count(*)::integer as entries, min(posted_on) as "firstDay", max(posted_on) as "lastDay" from entries
    where id > ${range.afterId} and id <= ${range.untilId} and ${isWanted(range)}`.execute(db)
  return rows[0] ?? { entries: 0, firstDay: null, lastDay: null }
}

/** Sums the debits and the credits of a range in each currency. */
export async function sumRange(db: Database | Trx, range: Range) {
  const { rows } = await sql<{ currency: string; debit_cents: number; credit_cents: number }>`
    select currency, coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint as debit_cents,
      coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)::bigint as credit_cents
    from entries join postings on entry_id = entries.id
    where entries.id > ${range.afterId} and entries.id <= ${range.untilId} and entry_id > ${range.afterId} and entry_id <= ${range.untilId}
      and ${isWanted(range)}
    group by currency order by currency`.execute(db)
  return rows
}

const LONGEST_MS = 10_000
const PAUSE_MS = 50

/**
 * Returns an entry's id up to which all entries there will ever be can be read; 0 if there is none. An entry gets its id from a sequence and
 * may be committed after one with a higher id: so this waits for the transactions that are posting once the highest id is known. They wait for no one. Throws
 * 503 if one takes longer than `longestMs`.
 */
export async function findHorizon(db: Database, longestMs = LONGEST_MS): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::bigint as id from entries`.execute(db)
  const until = Date.now() + longestMs
  let posting = await listPosting(db)
  while (posting.length > 0) {
    if (Date.now() > until) throw new AppError('unavailable', 'Entries are being posted right now. Please try again in a minute.')
    await delay(PAUSE_MS)
    const still = await listPosting(db)
    posting = posting.filter((transaction) => still.includes(transaction))
  }
  return rows[0]?.id ?? 0
}

/** Returns the transactions that may have written entries: each has this lock from before its entry has an id until its end. */
async function listPosting(db: Database): Promise<string[]> {
  const { rows } = await sql<{ transaction: string }>`
    select virtualtransaction as transaction from pg_locks
    where locktype = 'relation' and relation = 'entries'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ transaction }) => transaction)
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
