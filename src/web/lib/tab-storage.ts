import { logProblem } from '#web/lib/log.ts'

// What a form keeps in this tab, for a reload. Storage that is full or switched off only costs the convenience.

export function keepInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    logProblem(`${key} could not be kept`, error)
  }
}

/** What was kept; anything may stand there, or nothing. */
export function findInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch (error) {
    logProblem(`${key} could not be read`, error)
    return null
  }
}

export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch (error) {
    logProblem(`${key} could not be forgotten`, error)
  }
}
