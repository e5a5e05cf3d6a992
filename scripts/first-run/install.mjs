import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { installFingerprint } from './fingerprint.mjs'
import { holdsWhatIsLocked } from './locked-packages.mjs'
import { dist, modules, root } from './paths.mjs'
import { run, timed } from './programs.mjs'
import { readJson } from './read-json.mjs'
import { isNewEnough, usableNode } from './usable-node.mjs'

const stamp = path.join(modules, '.installed.json')

export function isInstalled() {
  return readJson(stamp).fingerprint === installFingerprint(root)
}

/** Installs the locked packages. The caller holds the lock. */
export async function install(onStart) {
  const fingerprint = installFingerprint(root)
  if (!holdsWhatIsLocked()) {
    // Without these two, an interrupted install is never taken for a complete one.
    rmSync(stamp, { force: true })
    rmSync(path.join(modules, '.package-lock.json'), { force: true })
    await timed('Installing packages as locked (half a minute, more on a slow line)', () => runNpmCi(process.env, onStart))
    if (!isNewEnough(process.version) && !holdsWhatIsLocked()) await installByOwnNode(onStart)
  }
  writeFileSync(stamp, JSON.stringify({ fingerprint, node: usableNode().version }))
}

/**
 * npm leaves out optional packages that require a newer Node than its own. The Node among the packages can fetch them, but only from a
 * copy elsewhere, because `npm ci` first removes it.
 */
async function installByOwnNode(onStart) {
  const folder = path.join(dist, '.new-node')
  const node = path.join(folder, 'node')
  mkdirSync(folder, { recursive: true })
  copyFileSync(usableNode().file, node)
  const env = { ...process.env, npm_node_execpath: node, PATH: `${folder}${path.delimiter}${process.env.PATH}` }
  await timed(`Installing what Node ${process.version} could not`, () => runNpmCi(env, onStart))
  rmSync(folder, { recursive: true })
}

/** Runs npm with its own Node, never with the one in node_modules, which `npm ci` first removes. */
function runNpmCi(environment, onStart) {
  const env = { ...environment }
  delete env.NODE_ENV
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { env, quiet: true, onStart }
  const { npm_execpath: npm, npm_node_execpath: node } = env
  if (npm && node && /npm-cli\.c?js$/.test(npm)) return run(node, [npm, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}
