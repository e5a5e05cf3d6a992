// Links the packages installed elsewhere into the project's node_modules, where Node, TypeScript and npm look first.
import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { modules, tools } from './paths.mjs'
import { readJson } from './read-json.mjs'
import { bundledNode } from './usable-node.mjs'

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
