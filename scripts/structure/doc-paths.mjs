import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A path from the root of the repository. A missing file must be followed by “(new)”. */
const PATH = /`((?:src|docs|scripts|tests|migrations|seed|bench|public|card-sandbox|embedded-postgres)\/[^\s`]*)`(\s+\(new\b)?/g
const LINK = /\]\((?!https?:|[#/])([^)#]+)/g
/** Matches names that stand for many paths or show how a record is cited. */
const NO_PATH = /[<*{…]|decisions\/\d{4}$/

/** Returns missing files that docs/ or the README name, and existing ones that they call new. */
export function faultsOfDocPaths(root) {
  const pages = ['docs', 'docs/decisions'].flatMap((folder) => {
    const names = existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : []
    return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`)
  })
  const names = [...pages, 'README.md'].filter((name) => existsSync(path.join(root, name)))
  return names.flatMap((name) => {
    const text = readFileSync(path.join(root, name), 'utf8')
    const fromHere = (target) => path.posix.join(path.posix.dirname(name), target)
    return [
      ...Array.from(text.matchAll(PATH), ({ index, 1: target, 2: mark }) => ({ index, target, isNew: mark !== undefined })),
      ...Array.from(text.matchAll(LINK), ({ index, 1: target }) => ({ index, target: fromHere(target), isNew: false })),
    ]
      .filter(({ target, isNew }) => !NO_PATH.test(target) && existsSync(path.join(root, target)) === isNew)
      .toSorted((one, other) => one.index - other.index)
      .map(({ index, target, isNew }) => {
        const line = text.slice(0, index).split('\n').length
        const advice = isNew ? 'is there by now; remove (new)' : 'is not there; say where it is now, or write (new) after it'
        return `${name}:${line}: ${target} ${advice}`
      })
  })
}
