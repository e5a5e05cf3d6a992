// Checks what npm does not about a committed lock file.
import path from 'node:path'
import { readJson } from '../first-run/programs.mjs'

/** Folders with their own packages. */
const FOLDERS = ['', 'runtime/', 'tools/']

/** Returns every fault of the lock files below `root`, as lines `path: what is wrong and what to do`. */
export function findLockFaults(root) {
  const lockOf = (folder) => Object.entries(readJson(path.join(root, folder, 'package-lock.json')).packages ?? {})
  return [
    ...FOLDERS.flatMap((folder) => faultsOfLock(`${folder}package-lock.json`, lockOf(folder))),
    ...faultsOfNode(root),
    ...faultsOfTools(root),
  ]
}

function faultsOfLock(file, entries) {
  // A package bundled inside another is covered by that one's integrity.
  const packages = entries.filter(([name, { inBundle }]) => name !== '' && !inBundle)
  return packages.flatMap(([name, { integrity, resolved }]) => [
    ...(integrity ? [] : [`${file}: ${name} has no integrity; remove its entry and run \`npm install --package-lock-only\` there`]),
    ...(resolved ? [`${file}: ${name} names a registry; the .npmrc beside it leaves that out`] : []),
  ])
}

/** Requires the same version on all platforms, so that what is tested on one holds on the others. */
function faultsOfNode(root) {
  const versions = Object.values(readJson(path.join(root, 'runtime/package.json')).optionalDependencies ?? {})
  return new Set(versions).size > 1 ? [`runtime/package.json: one version of Node for all platforms, not ${versions.join(', ')}`] : []
}

/** Finds tools that are also project packages: the tools are linked into the project's node_modules and would replace them. */
function faultsOfTools(root) {
  const { dependencies, devDependencies } = readJson(path.join(root, 'package.json'))
  const tools = Object.keys(readJson(path.join(root, 'tools/package.json')).dependencies ?? {})
  const twice = tools.filter((name) => dependencies?.[name] ?? devDependencies?.[name])
  return twice.map((name) => `tools/package.json: ${name} is in package.json too; keep it in one`)
}
