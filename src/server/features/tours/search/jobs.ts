import { z } from 'zod/mini'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { pagesOf, type Round, type SweepLimits } from '#server/lib/sweeps.ts'
import { forgetUnused, WORDS_LOST_JOB } from './commands.ts'
import { listHeadWords, listKnownWords, type KnownWord } from './queries.ts'

const lostSchema = z.object({ tourId: z.string(), words: z.array(z.string()) })

export function wordJobs({ db }: Pick<Deps, 'db'>): JobDefinition[] {
  const round: Round<KnownWord> = {}
  return [
    { name: WORDS_LOST_JOB, run: async (data) => forgetLost({ db }, data) },
    { name: 'tours.forget-words', cron: '37 3 * * *', run: async (_, stopping) => forgetWords({ db }, { round, stopping }) },
  ]
}

/** Throws while somebody writes a tour, so that the queue tries again. */
async function forgetLost({ db }: Pick<Deps, 'db'>, data: unknown): Promise<void> {
  const { tourId, words } = lostSchema.parse(data)
  if (!(await forgetUnused(db, words, tourId))) throw new Error('Words of tours are being written.')
}

/**
 * Deletes every word that no tour has any more, whoever changed the tours. Words that cannot be deleted while somebody writes a tour wait
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
