import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { readJson, run, timed } from './programs.mjs'

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

/** Covers everything a folder's node_modules is made from: the lock file, the npm settings in package.json, and the kind of machine. */
export function installFingerprint(folder) {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = readJson(path.join(folder, 'package.json'))
  return createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]))
    .update(`${process.platform}-${process.arch}-${existsSync('/etc/alpine-release') ? 'musl' : ''}`)
    .digest('hex')
}

const C_LIBRARY = existsSync('/etc/alpine-release') ? 'musl' : 'glibc'

/** Returns whether the user's own `npm install` has already installed every locked package of a folder for this platform, and no others. */
function holdsWhatIsLocked(folder) {
  const locked = readJson(path.join(folder, 'package-lock.json')).packages
  const present = readJson(path.join(folder, 'node_modules/.package-lock.json')).packages
  if (!locked || !present) return false
  const isPresent = ([name, { version }]) =>
    present[name]?.version === version && readJson(path.join(folder, name, 'package.json')).version === version
  const mayLack = ([name, entry]) => entry.optional && !present[name] && !isForThisMachine(entry)
  const entries = Object.entries(locked).filter(([name]) => name !== '')
  return entries.every((entry) => isPresent(entry) || mayLack(entry)) && Object.keys(present).every((name) => locked[name])
}

/** Returns whether a package declares that it is for this kind of machine; packages that declare nothing accompany one that does. */
function isForThisMachine({ os, cpu, libc }) {
  const allows = (list, value) => !list || list.includes(value)
  return Boolean(os ?? cpu) && allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, C_LIBRARY)
}
