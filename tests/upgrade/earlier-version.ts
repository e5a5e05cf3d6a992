import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../src/server/config/root.ts'
import { BUILD } from '../support/server-process.ts'

const run = promisify(execFile)

/** What people upgrade from: the last commit before 1.0.0 was begun; from the next release on, the release before it. */
const EARLIER = '593a1a435363be81ae5f84be762d7fc04d0523bf'

export interface Version {
  name: string
  /** The built site. */
  program: string
  remove(): Promise<void>
}

export const THIS_VERSION: Version = { name: 'this version', program: path.join(projectRoot, BUILD), remove: async () => undefined }

/** Builds the earlier version's server with the packages that are installed here. Where a clone is without its history, returns this version. */
export async function buildEarlierVersion(): Promise<Version> {
  if (!isInHistory())
    return { ...THIS_VERSION, name: 'this version once more, because the earlier one is not in the history of this clone' }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-earlier-'))
  const remove = async () => rm(folder, { recursive: true, force: true })
  const archive = path.join(folder, 'archive.tar')
  const root = path.join(folder, 'site')
  try {
    await mkdir(root)
    await run('git', ['archive', '--output', archive, EARLIER], { cwd: projectRoot })
    await run('tar', ['-xf', archive, '-C', root])
    await symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'))
    await run(process.execPath, ['scripts/build-server.mjs', path.join(root, 'dist/server')], { cwd: root })
  } catch (error) {
    await remove()
    throw error
  }
  return { name: EARLIER.slice(0, 8), program: path.join(root, BUILD), remove }
}

function isInHistory(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${EARLIER}^{tree}`], { cwd: projectRoot, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
