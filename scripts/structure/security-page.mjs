import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const PAGE = 'docs/security.md'
/** A file, named by as much of the end of its path as tells it from all others, and the titles of the tests meant in it. */
const CITED = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql|md|json|css|html))`((?:(?::|,| and) “[^”]+”)*)/g

/** Returns the files and titles of tests that docs/security.md cites but that do not exist. */
export function faultsOfSecurityPage(root, files) {
  const page = path.join(root, PAGE)
  if (!existsSync(page)) return []
  return readFileSync(page, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(CITED)].flatMap(([, cited, titles]) => {
        const found = files.filter(({ name }) => name === cited || name.endsWith(`/${cited}`))
        return faultsOfCitation(root, cited, found, titles).map((fault) => `${PAGE}:${index + 1}: ${fault}`)
      }),
    )
}

function faultsOfCitation(root, cited, found, titles) {
  if (found.length > 1) return [`${cited} may be ${found.map(({ name }) => name).join(' or ')}; write more of its path`]
  const [file] = found
  if (!file && !existsSync(path.join(root, cited))) return [`${cited} is not there; say what shows it now`]
  return [...titles.matchAll(/“([^”]+)”/g)]
    .filter(([, title]) => !hasTest(file?.text ?? '', title))
    .map(([, title]) => `${cited} has no test “${title}”; say what the test is called now`)
}

/** Returns whether a test has this title, with or without the rows of the fault table at its end. */
function hasTest(text, title) {
  const titles = Array.from(text.matchAll(/\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*?)(?: \(rows? [\d, and–]+\))?\1\s*,/g), ([, , each]) => each)
  return titles.some((each) => each.replaceAll(/\\(['"`])/g, '$1') === title)
}
