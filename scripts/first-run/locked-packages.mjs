import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { readJson } from './read-json.mjs'

const C_LIBRARY = existsSync('/etc/alpine-release') ? 'musl' : 'glibc'

/** Returns whether the user's own `npm install` has already installed every locked package of a folder for this platform, and no others. */
export function holdsWhatIsLocked(folder) {
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
