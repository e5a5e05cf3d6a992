import { isConnectionError, type Trx } from './db.ts'
import type { Deps } from './deps.ts'
import { RUN_MS } from './queue.ts'

/** Also the maximum number of rows locked in one transaction. */
export const PAGE_SIZE = 200
const PIECE = 1000

/** Progress shared by several runs. `last` is absent at the beginning. */
export interface Round<Row> {
  last?: Row | undefined
}

export interface SweepLimits {
  limitMs?: number
  stopping?: AbortSignal | undefined
  pageSize?: number
}

/**
 * Yields rows in pages by key; `read` returns the next ones after `after`. A run meets each row once, whatever happens
 * to it, so that one that stays due does not keep the run going. With a `round`, a run resumes where the previous one
 * stopped and repeats a page whose work failed.
 */
export async function* pagesOf<Row>(
  read: (limit: number, after: Row | undefined) => Promise<Row[]>,
  { limitMs = RUN_MS, stopping, pageSize = PAGE_SIZE, round = {} }: SweepLimits & { round?: Round<Row> | undefined } = {},
): AsyncGenerator<Row[], void> {
  const until = Date.now() + limitMs
  for (;;) {
    const page = await read(pageSize, round.last)
    if (page.length > 0) yield page
    round.last = page.length < pageSize ? undefined : page.at(-1)
    if (!round.last || Date.now() > until || stopping?.aborted) return
  }
}

type SweepDeps = Pick<Deps, 'db' | 'log'>

/**
 * Does the work for all rows in one transaction or, if that fails, for each in its own. Returns the results of the
 * committed transactions. Otherwise like `workAlone`.
 */
export async function workTogether<Row extends { id: string }, Result>(
  deps: SweepDeps,
  what: string,
  rows: readonly Row[],
  work: (trx: Trx, rows: readonly Row[]) => Promise<Result>,
): Promise<Result[]> {
  if (rows.length === 0) return []
  try {
    return [await deps.db.transaction().execute(async (trx) => work(trx, rows))]
  } catch {
    return workAlone(deps, what, rows, async (trx, row) => work(trx, [row]))
  }
}

/**
 * Does the work for each row in its own transaction. A row that fails is logged and left to the next run. Throws if the
 * database cannot be reached.
 */
export async function workAlone<Row extends { id: string }, Result>(
  { db, log }: SweepDeps,
  what: string,
  rows: readonly Row[],
  work: (trx: Trx, row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const row of rows) {
    try {
      results.push(await db.transaction().execute(async (trx) => work(trx, row)))
    } catch (error) {
      if (isConnectionError(error)) throw error
      log.error({ err: error, id: row.id }, `left for the next run: ${what}`)
    }
  }
  return results
}

/** Repeats a deleting statement until it finds fewer rows than its limit, because a single statement for all might time out. */
export async function inPieces(remove: (most: number) => Promise<number>, { limitMs = RUN_MS, pageSize = PIECE }: SweepLimits = {}) {
  const until = Date.now() + limitMs
  while ((await remove(pageSize)) >= pageSize && Date.now() <= until);
}
