// Fingerprints change when their inputs change. Runs under any Node ≥ 18, without packages.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { readJson } from './read-json.mjs'

/** Covers everything a folder's node_modules is made from: the lock file, the npm settings in package.json, and the kind of machine. */
export function installFingerprint(folder) {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = readJson(path.join(folder, 'package.json'))
  return createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]))
    .update(`${process.platform}-${process.arch}-${existsSync('/etc/alpine-release') ? 'musl' : ''}`)
    .digest('hex')
}

const FOR_EITHER = ['src/shared', 'tsconfig.json', 'package.json', 'package-lock.json']
const BUILD_INPUTS = {
  server: [...FOR_EITHER, 'src/server', 'packages', 'scripts/build-server.mjs'],
  site: [...FOR_EITHER, 'src/web', 'public', 'index.html', 'vite.config.ts', 'vite.render.config.ts', 'scripts/web-build'],
}

/**
 * Covers the inputs of a part of dist, `server` or `site`: the contents of the sources, and for the site the settings
 * included in its build.
 */
export function buildFingerprint(folder, part, env = process.env) {
  const hash = createHash('sha256')
  for (const input of BUILD_INPUTS[part]) addTo(hash, folder, input)
  for (const name of part === 'site' ? Object.keys(env).sort() : []) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${env[name]}\0`)
  }
  return hash.digest('hex')
}

function addTo(hash, folder, name) {
  const file = path.join(folder, name)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return
  if (stat.isDirectory()) {
    for (const child of readdirSync(file).sort()) addTo(hash, folder, `${name}/${child}`)
  } else if (!/\.test\.tsx?$/.test(name)) {
    hash.update(`${name}\0${stat.size}\0`).update(readFileSync(file))
  }
}
