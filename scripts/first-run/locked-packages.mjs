import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { modules, root } from './paths.mjs'
import { readJson } from './read-json.mjs'

const C_LIBRARY = existsSync('/etc/alpine-release') ? 'musl' : 'glibc'

/** Returns whether an earlier `npm install` has put exactly the locked packages for this platform in place. */
export function holdsWhatIsLocked() {
  const locked = readJson(path.join(root, 'package-lock.json')).packages
  const present = readJson(path.join(modules, '.package-lock.json')).packages
  if (!locked || !present) return false
  const isPresent = ([name, { version }]) =>
    present[name]?.version === version && readJson(path.join(root, name, 'package.json')).version === version
  const mayLack = ([name, entry]) => entry.optional && !present[name] && !isForThisMachine(entry)
  const entries = Object.entries(locked).filter(([name]) => name !== '')
  return entries.every((entry) => isPresent(entry) || mayLack(entry)) && Object.keys(present).every((name) => locked[name])
}

/** Returns whether a package says that it is made for this kind of machine; those that say nothing come with one that does. */
function isForThisMachine({ os, cpu, libc }) {
  const allows = (list, value) => !list || list.includes(value)
  return Boolean(os ?? cpu) && allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, C_LIBRARY)
}
