import { logProblem } from '#web/lib/log.ts'

type Options<T> = {
  put: (value: T) => Promise<unknown>
  /** Pause in typing before a save, in milliseconds. */
  delayMs?: number
  /** Pauses before each retry of a failed save, in milliseconds. */
  retryMs?: readonly number[]
}

/**
 * Saves the newest value after a pause, one call at a time. A failed save is retried a few times and then given up silently, since the tab
 * has a copy.
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
      // A newer value is waiting, so this one need not be retried.
      if (waiting) return
      const pause = retryMs[failures]
      failures += 1
      if (pause === undefined) return
      waiting = { value }
      wait(pause)
    }
  }

  /** Saves a waiting value now; resolves after the attempt, successful or not. */
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
    stop(): void {
      clearTimeout(timer)
      waiting = undefined
    },
  }
}
