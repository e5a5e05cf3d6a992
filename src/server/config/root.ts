import { existsSync } from 'node:fs'
import path from 'node:path'

/** The package's root folder, whether running from `src` or from the build in `dist`. */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json')) && existsSync(path.join(folder, 'migrations'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error('The project root with package.json and migrations/ was not found.')
  return findRoot(parent)
}

const isBuilt = import.meta.filename.endsWith('.js')

/** `name` is a sibling program such as `packages/card-sandbox/main`. */
export function programFile(name: string): string {
  return isBuilt ? path.join(projectRoot, 'dist/server', `${name}.js`) : path.join(projectRoot, `${name}.ts`)
}
