import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { dist, readJson, root, run, timed } from './programs.mjs'
import { usableNode } from './usable-node.mjs'

const stamp = path.join(dist, '.built.json')

/** Each part has its own fingerprint in the stamp. */
const PARTS = { server: buildServer, site: buildSite }

/** Returns the parts that were not built from the current sources. */
export function unbuilt(parts) {
  const built = readJson(stamp)
  return parts.filter((part) => built[part] === undefined || built[part] !== buildFingerprint(root, part))
}

/** Builds next to dist's current content and swaps the parts in once complete. The caller holds the lock. */
export async function build(parts, onStart) {
  const fingerprints = Object.fromEntries(parts.map((part) => [part, buildFingerprint(root, part)]))
  removeRemains()
  const fresh = makeFolder('.new-')
  for (const part of parts) await PARTS[part](fresh, onStart)
  const old = makeFolder('.old-')
  const before = readJson(stamp)
  rmSync(stamp, { force: true })
  for (const name of readdirSync(fresh)) {
    if (existsSync(path.join(dist, name))) renameSync(path.join(dist, name), path.join(old, name))
    renameSync(path.join(fresh, name), path.join(dist, name))
  }
  writeFileSync(stamp, JSON.stringify({ ...before, ...fingerprints }))
  removeRemains()
}

function options(onStart) {
  return { env: { ...process.env, NODE_ENV: 'production' }, onStart }
}

function buildServer(folder, onStart) {
  const args = ['scripts/build-server.mjs', path.join(folder, 'server')]
  return timed('Building the server', () => run(usableNode(), args, options(onStart)))
}

function buildSite(folder, onStart) {
  const vite = (...args) =>
    run(usableNode(), ['node_modules/vite/bin/vite.js', 'build', '--emptyOutDir', '--logLevel', 'warn', ...args], options(onStart))
  return timed('Building the site', async () => {
    await vite('--outDir', path.join(folder, 'web'))
    await vite('--config', 'vite.render.config.ts', '--outDir', path.join(folder, 'render'))
  })
}

function makeFolder(prefix) {
  const folder = path.join(dist, `${prefix}${process.pid}`)
  mkdirSync(folder)
  return folder
}

function removeRemains() {
  for (const name of readdirSync(dist)) {
    if (name.startsWith('.new-') || name.startsWith('.old-')) rmSync(path.join(dist, name), { recursive: true, force: true })
  }
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
