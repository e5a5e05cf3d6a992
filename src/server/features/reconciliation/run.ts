import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'

/** Number of provider objects held in memory at once: one page of its lists. */
const BATCH = 100
/** Maximum number of failures reported; all of them are counted and logged. */
const TOLD = 10

export interface Run {
  deps: Deps
  failed(): number
  /** Messages of the first failures. */
  failures: string[]
  /** Runs one piece of work if there is time left. A failure is logged and recorded, not thrown, so that the rest can continue. */
  attempt(what: string, work: () => Promise<void>): Promise<void>
  /** Yields one of the provider's lists in batches. Throws once the run is out of time. */
  batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]>
}

export function createRun(deps: Deps, log: FastifyBaseLogger, limitMs: number): Run {
  const end = deps.now().getTime() + limitMs
  const failures: string[] = []
  let failed = 0

  function checkTime(): void {
    if (deps.now().getTime() >= end) throw new Error('Reconciliation ran out of time.')
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
