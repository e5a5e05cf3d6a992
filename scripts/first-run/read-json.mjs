import { readFileSync } from 'node:fs'

/** Returns the JSON in a file, or an empty object when none can be read. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
