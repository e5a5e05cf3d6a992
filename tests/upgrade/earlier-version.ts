import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../src/server/config/root.ts'
import { BUILD } from '../support/server-process.ts'

const run = promisify(execFile)

/** The versions people upgrade from: the last commit before work on 1.0.0 began, and 1.0.0. Add each release that people run. */
export const EARLIER_VERSIONS = ['593a1a435363be81ae5f84be762d7fc04d0523bf', '74f8759bca323ce182d739e390302088e5f85a65']

export interface Version {
  name: string
  /** The built site. */
  program: string
  remove(): Promise<void>
}

export const THIS_VERSION: Version = { name: 'this version', program: path.join(projectRoot, BUILD), remove: async () => undefined }

/**
 * Builds an earlier version's server with the packages installed here. If this clone lacks the version's history, it returns
 * this version, or throws where `isCi`: a run that judges a change must not pass without the upgrade.
 */
export async function buildEarlierVersion(commit: string, { isCi = Boolean(process.env['CI']) } = {}): Promise<Version> {
  const short = commit.slice(0, 8)
  if (!isInHistory(commit)) {
    if (isCi) throw new Error(`This clone lacks ${short}, from which the upgrade is tested. Run "git fetch --unshallow".`)
    return { ...THIS_VERSION, name: `this version once more, because this clone lacks ${short}` }
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-earlier-'))
  const remove = async () => rm(folder, { recursive: true, force: true })
  const archive = path.join(folder, 'archive.tar')
  const root = path.join(folder, 'site')
  try {
    await mkdir(root)
    await run('git', ['archive', '--output', archive, commit], { cwd: projectRoot })
    await run('tar', ['-xf', archive, '-C', root])
    await symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'))
    await run(process.execPath, ['scripts/build-server.mjs', path.join(root, 'dist/server')], { cwd: root })
  } catch (error) {
    await remove()
    throw error
  }
  return { name: short, program: path.join(root, BUILD), remove }
}

function isInHistory(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{tree}`], { cwd: projectRoot, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
