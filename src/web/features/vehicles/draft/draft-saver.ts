import { logProblem } from '#web/lib/log.ts'

type Options<T> = {
  put: (value: T) => Promise<unknown>
  /** How long typing must pause before a save. */
  delayMs?: number
  /** Pauses before each retry of a failed save. */
  retryMs?: readonly number[]
}

/**
 * Saves the newest value some time after the last change, one call at a time. A save that fails is tried again,
 * then given up silently: the tab has a copy (decisions, "Vehicle and moving service").
 */
export function createDraftSaver<T>({ put, delayMs = 800, retryMs = [2000, 8000, 30_000] }: Options<T>) {
  let waiting: { value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | undefined
  let failures = 0

  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), milliseconds)
  }

  async function save(value: T): Promise<void> {
    try {
      await put(value)
      failures = 0
    } catch (error) {
      logProblem('The request could not be kept on the server', error)
      // Something newer is waiting anyway.
      if (waiting) return
      const pause = retryMs[failures]
      failures += 1
      if (pause === undefined) return
      waiting = { value }
      wait(pause)
    }
  }

  /** Saves what is waiting, now; resolves after the attempt. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    await underWay
    if (!waiting) return
    const { value } = waiting
    waiting = undefined
    underWay = save(value).finally(() => (underWay = undefined))
    await underWay
  }

  return {
    schedule(value: T): void {
      failures = 0
      waiting = { value }
      wait(delayMs)
    },
    flush,
    /** Forgets what is waiting. */
    stop(): void {
      clearTimeout(timer)
      waiting = undefined
    },
  }
}
