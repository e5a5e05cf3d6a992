import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { installFingerprint } from './fingerprint.mjs'
import { holdsWhatIsLocked } from './locked-packages.mjs'
import { run, timed } from './programs.mjs'
import { readJson } from './read-json.mjs'

const stampOf = (folder) => path.join(folder, 'node_modules/.installed.json')

/** Returns whether a folder's node_modules is what its lock file asks for. */
export function isInstalled(folder) {
  return readJson(stampOf(folder)).fingerprint === installFingerprint(folder)
}

/** Installs the packages of a folder as locked. `node` is what npm runs on; the caller holds the lock. */
export async function install(folder, what, node, onStart) {
  const fingerprint = installFingerprint(folder)
  if (!holdsWhatIsLocked(folder)) {
    // With these two gone, an install that is cut short is never taken for a complete one.
    rmSync(stampOf(folder), { force: true })
    rmSync(path.join(folder, 'node_modules/.package-lock.json'), { force: true })
    await timed(`Installing ${what}`, () => runNpmCi(folder, node, onStart))
  }
  writeFileSync(stampOf(folder), JSON.stringify({ fingerprint }))
}

function runNpmCi(cwd, node, onStart) {
  // npm's own launcher, found where none has started us, runs on the first Node of the PATH.
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
  delete env.NODE_ENV
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd, env, quiet: true, onStart }
  const npm = env.npm_execpath
  return npm && /npm-cli\.c?js$/.test(npm) ? run(node, [npm, ...args], options) : run('npm', args, options)
}
