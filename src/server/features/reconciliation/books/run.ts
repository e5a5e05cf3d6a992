import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'

/** So many objects of the provider are held at once: one page of its lists. */
const BATCH = 100
/** So many failures are told; all are counted and logged. */
const TOLD = 10

/** One comparison under way. */
export interface Run {
  deps: Deps
  /** How many attempts have failed. */
  failed(): number
  /** The first failures, in words. */
  failures: string[]
  /** Does one piece of work, if there is time; when it fails, that is logged and noted, and the others go on. */
  attempt(what: string, work: () => Promise<void>): Promise<void>
  /** Yields a list of the provider in pieces. Throws when the run has used up its time. */
  batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]>
}

export function createRun(deps: Deps, log: FastifyBaseLogger, limitMs: number): Run {
  const end = deps.now().getTime() + limitMs
  const failures: string[] = []
  let failed = 0

  function checkTime(): void {
    if (deps.now().getTime() >= end) throw new Error('The comparison has used up its time.')
  }

  return {
    deps,
    failures,
    failed: () => failed,
    async attempt(what, work) {
      try {
        checkTime()
        await work()
      } catch (error) {
        log.warn({ err: error }, `comparison: ${what}`)
        failed += 1
        if (failures.length < TOLD) failures.push(`${what}: ${error instanceof Error ? error.message : 'unknown'}`)
      }
    },
    async *batches<T>(items: AsyncIterable<T>) {
      checkTime()
      let batch: T[] = []
      for await (const item of items) {
        if (batch.push(item) < BATCH) continue
        yield batch
        batch = []
        checkTime()
      }
      if (batch.length > 0) yield batch
    },
  }
}
