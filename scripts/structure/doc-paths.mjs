import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A path from the root of the repository; what is still to be made is followed by “(new)”. */
const PATH = /`((?:src|docs|scripts|tests|migrations|seed|bench|public|card-sandbox|embedded-postgres)\/[^\s`]*)`(?! \(new\b)/g
const LINK = /\]\((?!https?:|[#/])([^)#]+)/g

/** Files that a page of docs/ or the README names and that are not there. */
export function faultsOfDocPaths(root) {
  const folder = path.join(root, 'docs')
  const pages = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []
  const names = [...pages.map((name) => `docs/${name}`), 'README.md'].filter((name) => existsSync(path.join(root, name)))
  return names.flatMap((name) => {
    const lines = readFileSync(path.join(root, name), 'utf8').split('\n')
    return lines.flatMap((line, index) =>
      [
        ...[...line.matchAll(PATH)].map(([, target]) => target),
        ...[...line.matchAll(LINK)].map(([, target]) => path.posix.join(path.posix.dirname(name), target)),
      ]
        .filter((target) => !/[<*{…]|decisions\/\d{4}$/.test(target) && !existsSync(path.join(root, target)))
        .map((target) => `${name}:${index + 1}: ${target} is not there; say where it is now, or write (new) behind it`),
    )
  })
}
