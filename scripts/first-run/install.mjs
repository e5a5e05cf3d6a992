import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { installFingerprint } from './fingerprint.mjs'
import { holdsWhatIsLocked } from './locked-packages.mjs'
import { modules, root } from './paths.mjs'
import { run, timed } from './programs.mjs'
import { readJson } from './read-json.mjs'
import { usableNode } from './usable-node.mjs'

const stamp = path.join(modules, '.installed.json')

export function isInstalled() {
  return readJson(stamp).fingerprint === installFingerprint(root)
}

/** Installs the packages as locked. The caller holds the lock. */
export async function install(onStart) {
  const fingerprint = installFingerprint(root)
  if (!holdsWhatIsLocked()) {
    // Without these two, an install that is cut short is never taken for a whole one.
    rmSync(stamp, { force: true })
    rmSync(path.join(modules, '.package-lock.json'), { force: true })
    await timed('Installing packages as locked (half a minute, more on a slow line)', () =>
      runNpm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], onStart),
    )
  }
  writeFileSync(stamp, JSON.stringify({ fingerprint, node: usableNode().version }))
}

/** npm by the Node that runs npm, never by the one in node_modules: `npm ci` begins by removing that. */
function runNpm(args, onStart) {
  const env = { ...process.env }
  delete env.NODE_ENV
  const options = { env, quiet: true, onStart }
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  if (npm && node && /npm-cli\.c?js$/.test(npm)) return run(node, [npm, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}
