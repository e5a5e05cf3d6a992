import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { buildFingerprint } from './fingerprint.mjs'
import { dist, root } from './paths.mjs'
import { run, timed } from './programs.mjs'
import { readJson } from './read-json.mjs'
import { usableNode } from './usable-node.mjs'

const stamp = path.join(dist, '.built.json')

export function isBuilt() {
  const { fingerprint } = readJson(stamp)
  return fingerprint !== undefined && fingerprint === buildFingerprint(root)
}

/** Builds beside dist's present content and swaps it in only when complete. The caller holds the lock. */
export async function build(onStart) {
  const fingerprint = buildFingerprint(root)
  removeRemains()
  const fresh = makeFolder('.new-')
  await buildInto(fresh, onStart)
  const old = makeFolder('.old-')
  rmSync(stamp, { force: true })
  for (const part of readdirSync(fresh)) {
    if (existsSync(path.join(dist, part))) renameSync(path.join(dist, part), path.join(old, part))
    renameSync(path.join(fresh, part), path.join(dist, part))
  }
  writeFileSync(stamp, JSON.stringify({ fingerprint }))
  removeRemains()
}

async function buildInto(folder, onStart) {
  const node = usableNode().file
  const options = { env: { ...process.env, NODE_ENV: 'production' }, onStart }
  const vite = (...args) => run(node, ['node_modules/vite/bin/vite.js', 'build', '--emptyOutDir', '--logLevel', 'warn', ...args], options)
  await timed('Building the server', () => run(node, ['scripts/build-server.mjs', path.join(folder, 'server')], options))
  await timed('Building the site', async () => {
    await vite('--outDir', path.join(folder, 'web'))
    await vite('--config', 'vite.render.config.ts', '--outDir', path.join(folder, 'render'))
  })
}

function makeFolder(prefix) {
  const folder = path.join(dist, `${prefix}${process.pid}`)
  mkdirSync(folder)
  return folder
}

/** Removes what is left of this build and of those that were cut short. */
function removeRemains() {
  for (const name of readdirSync(dist)) {
    if (name.startsWith('.new-') || name.startsWith('.old-')) rmSync(path.join(dist, name), { recursive: true, force: true })
  }
}
