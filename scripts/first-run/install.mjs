import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { installFingerprint } from './fingerprint.mjs'
import { holdsWhatIsLocked } from './locked-packages.mjs'
import { run, timed } from './programs.mjs'
import { readJson } from './read-json.mjs'

const stampOf = (folder) => path.join(folder, 'node_modules/.installed.json')

export function isInstalled(folder) {
  return readJson(stampOf(folder)).fingerprint === installFingerprint(folder)
}

/**
 * Installs the packages of a folder as locked. npm runs on the Node it belongs to, where it finds its settings. On an
 * old Node it leaves out optional packages that require a newer one; `newerNode`, if given, then fetches those. The
 * caller holds the lock.
 */
export async function install(folder, what, newerNode, onStart) {
  const fingerprint = installFingerprint(folder)
  if (!holdsWhatIsLocked(folder)) {
    // With these two removed, an interrupted install is never taken for a complete one.
    rmSync(stampOf(folder), { force: true })
    rmSync(path.join(folder, 'node_modules/.package-lock.json'), { force: true })
    await timed(`Installing ${what}`, () => runNpmCi(folder, process.env, onStart))
    if (newerNode && !holdsWhatIsLocked(folder)) {
      const env = { ...process.env, npm_node_execpath: newerNode, PATH: `${path.dirname(newerNode)}${path.delimiter}${process.env.PATH}` }
      await timed('Installing what an old Node has left out', () => runNpmCi(folder, env, onStart))
    }
  }
  writeFileSync(stampOf(folder), JSON.stringify({ fingerprint }))
}

function runNpmCi(cwd, environment, onStart) {
  const env = { ...environment }
  delete env.NODE_ENV
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd, env, quiet: true, onStart }
  const { npm_execpath: npm, npm_node_execpath: node } = env
  return npm && node && /npm-cli\.c?js$/.test(npm) ? run(node, [npm, ...args], options) : run('npm', args, options)
}
