import { readFileSync } from 'node:fs'

/** Returns an empty object if the file cannot be read or parsed. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
