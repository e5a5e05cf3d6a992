import { realpathSync } from 'node:fs'
import process from 'node:process'

/**
 * Returns whether a module is the program that was started. Node 22, on which the site must also run, has no
 * `import.meta` property for that.
 */
export function isStarted({ filename }) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename
}
