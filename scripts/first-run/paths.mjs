import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const modules = path.join(root, 'node_modules')
export const dist = path.join(root, 'dist')
/** Each of these has packages and a lock file of its own, which a change of the site's packages leaves alone. */
export const runtime = path.join(root, 'runtime')
export const tools = path.join(root, 'tools')
