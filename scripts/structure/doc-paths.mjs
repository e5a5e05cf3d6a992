import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A path from the root of the repository; what is still to be made is followed by “(new)”. */
const PATH = /`((?:src|docs|scripts|tests|migrations|seed|bench|public|card-sandbox|embedded-postgres)\/[^\s`]*)`(\s+\(new\b)?/g
const LINK = /\]\((?!https?:|[#/])([^)#]+)/g
/** Stands for many paths, or shows how a record is cited. */
const NO_PATH = /[<*{…]|decisions\/\d{4}$/

/** The files that a page of docs/ or the README names and that are not there, or that it calls new and are there. */
export function faultsOfDocPaths(root) {
  const folder = path.join(root, 'docs')
  const pages = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []
  const names = [...pages.map((name) => `docs/${name}`), 'README.md'].filter((name) => existsSync(path.join(root, name)))
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
        const advice = isNew ? 'is there by now; take (new) away' : 'is not there; say where it is now, or write (new) behind it'
        return `${name}:${line}: ${target} ${advice}`
      })
  })
}
