import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const modules = path.join(root, 'node_modules')
export const dist = path.join(root, 'dist')
