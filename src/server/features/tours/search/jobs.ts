import { z } from 'zod/mini'
import type { Deps } from '#server/lib/deps.ts'
import { RUN_MS, type JobDefinition } from '#server/lib/queue.ts'
import { forgetUnused, listHeadWords, WORDS_LOST_JOB } from './commands.ts'

/** So many words are looked up at once. */
const PAGE_SIZE = 200

const lostSchema = z.object({ tourId: z.string(), words: z.array(z.string()) })

export function wordJobs({ db }: Pick<Deps, 'db'>): JobDefinition[] {
  const round: Round = { after: '' }
  return [
    { name: WORDS_LOST_JOB, run: async (data) => forgetLost({ db }, data) },
    { name: 'tours.forget-words', cron: '37 3 * * *', run: async (_, stopping) => forgetWords({ db }, { round, stopping }) },
  ]
}

/** Forgets what a tour has lost. Throws while somebody writes a tour, so that the queue tries again. */
async function forgetLost({ db }: Pick<Deps, 'db'>, data: unknown): Promise<void> {
  const { tourId, words } = lostSchema.parse(data)
  if (!(await forgetUnused(db, words, tourId))) throw new Error('Words of tours are being written.')
}

/** A way through the dictionary, which several runs may take together. */
export interface Round {
  /** The last word that has been looked up; empty text: none yet. */
  after: string
}

interface Run {
  /** Is moved on with each page, so that the next run goes on where this one ends, whatever ends it. */
  round?: Round
  limitMs?: number
  stopping?: AbortSignal
  pageSize?: number
}

/**
 * Forgets every word that no tour has any more, whoever has changed the tours. Words that cannot be forgotten because somebody writes a tour
 * just then are left to the next round. Ends after `limitMs`, and when the process is being stopped.
 */
export async function forgetWords({ db }: Pick<Deps, 'db'>, run: Run = {}): Promise<void> {
  const { round = { after: '' }, limitMs = RUN_MS, stopping, pageSize = PAGE_SIZE } = run
  const until = Date.now() + limitMs
  const head = await listHeadWords(db)
  for (;;) {
    const page = await db.selectFrom('tour_words').select('word').where('word', '>', round.after).orderBy('word').limit(pageSize).execute()
    if (Date.now() > until || stopping?.aborted) return
    await forgetUnused(
      db,
      page.map(({ word }) => word).filter((word) => !head.has(word)),
    )
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    round.after = last.word
  }
  round.after = ''
}
