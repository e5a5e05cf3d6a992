import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const modules = path.join(root, 'node_modules')
export const dist = path.join(root, 'dist')
/** Each has its own packages and lock file, so that a change to the site's packages does not affect it. */
export const runtime = path.join(root, 'runtime')
export const tools = path.join(root, 'tools')
