import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { pagesOf, type Round, type SweepLimits } from '#server/lib/sweeps.ts'
import { HEAD } from './conditions.ts'
import { quoted } from './words.ts'

/** Deletes words that a tour has lost and no other tour has: `{ tourId, words }`. */
export const WORDS_LOST_JOB = 'tours.words-lost'

/** Returns a tour's search words; none while travellers do not see it. */
export async function listWords(trx: Trx, tourId: string): Promise<string[]> {
  const tour = await trx
    .selectFrom('tours')
    .select(sql<string[]>`tsvector_to_array(search)`.as('words'))
    .where('id', '=', tourId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return tour?.words ?? []
}

/** Enqueues the deletion of words that the tour `had` before a change and has lost. */
export async function askToForget({ queue }: Pick<Deps, 'queue'>, trx: Trx, tourId: string, had: readonly string[]): Promise<void> {
  const has = new Set(await listWords(trx, tourId))
  const words = had.filter((word) => !has.has(word))
  if (words.length > 0) await queue.enqueue(trx, WORDS_LOST_JOB, { tourId, words })
}

/**
 * Deletes the words that no tour has. Returns false without deleting while someone writes a tour's words, which may be among them.
 * `tourId` is the tour that lost them, if known.
 */
export async function forgetUnused(db: Database, words: readonly string[], tourId?: string): Promise<boolean> {
  const unused = await listUnused(db, words)
  if (unused.length === 0) return true
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      // Never waits for the lock: the next writer of a tour would wait behind us (migrations/0036_words_in_use.sql).
      const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('meridian-tour-words')) as "isMine"`.execute(trx)
      if (!rows[0]?.isMine) return false
      // Everything written since the first look is committed now, and nothing is written until we finish.
      const gone = await listUnused(trx, unused)
      if (gone.length === 0) return true
      await trx.deleteFrom('tour_words').where('word', 'in', gone).execute()
      // Cached lists were found by these words.
      await trx
        .insertInto('catalogue_changes')
        .values({ tour_id: tourId ?? null })
        .execute()
      return true
    })
}

/** Looks up each word in the index. */
async function listUnused(db: Database, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[], ${words.map(quoted)}::text[]) as asked (word, query)
    where not exists (select from tours where is_active and search @@ query::tsquery)`.execute(db)
  return rows.map(({ word }) => word)
}

const lostSchema = z.object({ tourId: z.string(), words: z.array(z.string()) })

export function wordJobs({ db }: Pick<Deps, 'db'>): JobDefinition[] {
  const round: Round<KnownWord> = {}
  return [
    { name: WORDS_LOST_JOB, run: async (data) => forgetLost({ db }, data) },
    { name: 'tours.forget-words', cron: '37 3 * * *', run: async (_, stopping) => forgetWords({ db }, { round, stopping }) },
  ]
}

/** Throws while someone writes a tour, so that the queue tries again. */
async function forgetLost({ db }: Pick<Deps, 'db'>, data: unknown): Promise<void> {
  const { tourId, words } = lostSchema.parse(data)
  if (!(await forgetUnused(db, words, tourId))) throw new Error('Words of tours are being written.')
}

/**
 * Deletes every word that no tour has any longer. Words that cannot be deleted while someone writes a tour wait
 * for the next round.
 */
export async function forgetWords({ db }: Pick<Deps, 'db'>, run: SweepLimits & { round?: Round<KnownWord> } = {}): Promise<void> {
  const head = await listHeadWords(db)
  for await (const page of pagesOf(async (limit, after?: KnownWord) => listKnownWords(db, limit, after), run)) {
    await forgetUnused(
      db,
      page.map(({ word }) => word).filter((word) => !head.has(word)),
    )
  }
}

/**
 * Returns the words of the tours at the head of the list in one statement. They include very common words, for which the index would
 * collect every tour before the first is examined.
 */
async function listHeadWords(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(tsvector_to_array(search)) as word
    from (select search from tours where is_active order by position, id limit ${sql.lit(HEAD)}) as head`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

export interface KnownWord {
  word: string
}

async function listKnownWords(db: Database, limit: number, after: KnownWord | undefined): Promise<KnownWord[]> {
  const words = db.selectFrom('tour_words').select('word')
  const next = after ? words.where('word', '>', after.word) : words
  return next.orderBy('word').limit(limit).execute()
}
