import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { buildFingerprint } from './fingerprint.mjs'
import { dist, root } from './paths.mjs'
import { run, timed } from './programs.mjs'
import { readJson } from './read-json.mjs'
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
