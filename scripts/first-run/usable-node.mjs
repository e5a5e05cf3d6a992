import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { install, isInstalled } from './install.mjs'
import { modules, readJson, root, runtime, tools, Trouble, troubleOf, versionOf } from './programs.mjs'

const OLDEST_NODE = readJson(path.join(root, 'package.json')).engines.node.replace('>=', '').split('.').map(Number)
const [BUNDLED] = Object.values(readJson(path.join(runtime, 'package.json')).optionalDependencies)

// The Node that npm or this script runs on, unless it is the bundled one; a project program that starts us may know of no other.
const machines = [process.env.npm_node_execpath, process.execPath].find((file) => file && existsSync(file) && !isBundled(file))
const machinesVersion = machines === process.execPath ? process.version : versionOf(machines)
const needsBundled = majorOf(machinesVersion) !== majorOf(BUNDLED)

/**
 * Returns whether the Node of `runtime/` has yet to be installed, which is only needed if the machine's own is of
 * another major version.
 */
export function lacksNode() {
  return needsBundled && !isInstalled(runtime)
}

/** Installs the Node of `runtime/` if it is needed. The caller holds the lock. */
export async function installNode(onStart) {
  if (!lacksNode()) return
  await install(runtime, `Node ${BUNDLED}`, undefined, onStart)
  // The headers are only for compilers, and half as large as Node itself.
  for (const folder of bundledPackages()) rmSync(path.join(folder, 'include'), { recursive: true, force: true })
}

/** Returns the executable of the Node in `runtime/`, or undefined if the machine's own will do or npm has none for this machine. */
export function bundledNode() {
  if (!needsBundled || !isInstalled(runtime)) return undefined
  const files = bundledPackages().map((folder) => path.join(folder, 'bin/node'))
  return files.find((file) => existsSync(file))
}

/** Returns the Node that npm scripts will run: that of `runtime/`, or else the machine's. Throws if neither runs and is recent enough. */
export function usableNode() {
  const bundled = bundledNode()
  if (isNewEnough(versionOf(bundled))) return bundled
  if (isNewEnough(machinesVersion)) return machines
  throw new Trouble(noNode(bundled && troubleOf(bundled)))
}

/** `reason` says why the bundled one doesn't run, if npm has one for this machine. */
export function noNode(reason) {
  // Slim systems lack it.
  const [library] = /\blib[\w.+-]+\.so[\d.]*/.exec(reason ?? '') ?? []
  const help = library ? `Install ${library.replace(/\.so\.?/, '')} (Debian’s name for ${library})` : `Install Node ${majorOf(BUNDLED)}`
  return (
    `No Node ${OLDEST_NODE.join('.')} or newer: npm’s for ${process.platform} ${process.arch} ${reason ? `doesn’t run (${reason})` : 'isn’t there'}, ` +
    `and this machine has ${machinesVersion ?? 'none'}. ${help} and run the command again.`
  )
}

/** `version` is like `v24.0.0`. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = (version ?? '').replace('v', '').split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}

function isBundled(file) {
  return realpathSync(file).startsWith(path.join(realpathSync(runtime), path.sep))
}

function majorOf(version) {
  return version?.replace('v', '').split('.')[0]
}

function bundledPackages() {
  const folder = path.join(runtime, 'node_modules')
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => path.join(folder, name))
}

// Links the packages installed elsewhere into the project's node_modules, where Node, TypeScript and npm look first.

const NODE = path.join(modules, '.bin/node')

export function lacksLinks(withTools) {
  return wanted(withTools).some(([link, place]) => leadsTo(link) !== place)
}

/** Leaves correct links alone, because a running program may be reading through them. */
export function setLinks(withTools) {
  for (const [link, place] of wanted(withTools)) {
    if (leadsTo(link) === place) continue
    rmSync(link, { force: true })
    if (place === undefined) continue
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(place, link)
  }
}

/** Returns each link with its target, relative to the link's folder; no target means that the link must not exist. */
function wanted(withTools) {
  const links = [[NODE, bundledNode()], ...(withTools ? linksToTools() : [])]
  return links.map(([link, place]) => [link, place && path.relative(path.dirname(link), place)])
}

function linksToTools() {
  const packages = Object.keys(readJson(path.join(tools, 'package.json')).dependencies)
  return [...packages, ...packages.flatMap(programsOf)].map((name) => [path.join(modules, name), path.join(tools, 'node_modules', name)])
}

function programsOf(name) {
  const { bin = {} } = readJson(path.join(tools, 'node_modules', name, 'package.json'))
  const names = typeof bin === 'string' ? [path.basename(name)] : Object.keys(bin)
  return names.map((each) => path.join('.bin', each))
}

function leadsTo(link) {
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(link) : undefined
}
