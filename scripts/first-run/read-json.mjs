import { readFileSync } from 'node:fs'

/** The JSON in a file, or an empty object when there is none that can be read. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
