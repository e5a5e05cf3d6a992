import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { modules, root } from './paths.mjs'
import { Trouble, versionOf } from './programs.mjs'
import { readJson } from './read-json.mjs'

const OLDEST_NODE = readJson(path.join(root, 'package.json')).engines.node.replace('>=', '').split('.').map(Number)

/** Returns the Node that npm scripts will run: the one among the packages, else the machine's. Throws when neither is new enough. */
export function usableNode() {
  const own = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const version = versionOf(own)
  if (isNewEnough(version)) return { file: own, version }
  const machines = [process.env.npm_node_execpath, process.execPath].find((file) => file && !file.startsWith(modules) && existsSync(file))
  if (isNewEnough(versionOf(machines))) {
    // It cannot run on this machine, perhaps for lack of its C library; let npm scripts find the machine's.
    rmSync(own, { force: true })
    return { file: machines, version: versionOf(machines) }
  }
  throw new Trouble(
    `No Node ${OLDEST_NODE.join('.')} or newer: npm did not install the one of optionalDependencies for ${process.platform} ${process.arch}, ` +
      `and this machine has ${versionOf(machines) ?? 'none'}. Install Node 24 and run the command again.`,
  )
}

/** Takes a version such as `v24.0.0`. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = (version ?? '').replace('v', '').split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}
