import { isConnectionError, type Trx } from './db.ts'
import type { Deps } from './deps.ts'
import { RUN_MS } from './queue.ts'

/** So many rows are held at once, and locked in one transaction. */
export const PAGE_SIZE = 200
/** So many rows are deleted in one statement. */
const PIECE = 1000

/** A way through many rows that several runs take together: the last row that has been seen to. None: at the beginning. */
export interface Round<Row> {
  last?: Row | undefined
}

/** When a sweep ends before its work does: the rest is left to the next run. */
export interface SweepLimits {
  /** By this machine's clock, in milliseconds. */
  limitMs?: number
  stopping?: AbortSignal | undefined
  pageSize?: number
}

/**
 * Yields rows page by page, in the order of their key: `read` returns the next ones behind `after`. A row is met once in a run,
 * whatever becomes of it, so that one that stays due does not keep the run going. With a `round` of its own a run goes on where the one
 * before it ended, whatever ended it; a page is met again when the work for it failed.
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
 * Does the work for some rows in one transaction; when that fails, for each in one of its own. Returns what the transactions that were
 * committed have returned. Otherwise as `workAlone`.
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
 * Does the work for each row in a transaction of its own. One that cannot be dealt with keeps no other waiting: it is logged, and the
 * next run meets it again. Throws when the database cannot be reached.
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
      log.error({ err: error, id: row.id }, `left to the next run: ${what}`)
    }
  }
  return results
}

/** Repeats a statement that deletes at most so many rows, until it has found fewer: one for all of them might not end in time. */
export async function inPieces(remove: (most: number) => Promise<number>, { limitMs = RUN_MS, pageSize = PIECE }: SweepLimits = {}) {
  const until = Date.now() + limitMs
  while ((await remove(pageSize)) >= pageSize && Date.now() <= until);
}
