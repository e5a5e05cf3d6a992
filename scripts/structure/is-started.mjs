import { realpathSync } from 'node:fs'
import process from 'node:process'

/** Returns whether a module is the started program. Node 24.0, which Apple machines get, has no `import.meta` property for it. */
export function isStarted({ filename }) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename
}
