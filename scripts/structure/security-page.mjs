import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { faultsOfShownRows, namedIn } from './shown-rows.mjs'

const PAGE = 'docs/security.md'
/** A file, named by enough of the end of its path to be unique. */
const CITED = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql|md|json|css|html))`/g

/** Returns missing files that docs/security.md cites, and differences between it and the test titles. */
export function faultsOfSecurityPage(root, files, shown) {
  const page = path.join(root, PAGE)
  if (!existsSync(page)) return []
  const lines = readFileSync(page, 'utf8').split('\n')
  const missing = lines.flatMap((line, index) =>
    [...line.matchAll(CITED)].flatMap(([, cited]) => faultsOfFile(root, cited, files).map((fault) => `${PAGE}:${index + 1}: ${fault}`)),
  )
  return missing.length > 0 ? missing : faultsOfShownRows(PAGE, testsByRequirement(lines, shown), shown)
}

function faultsOfFile(root, cited, files) {
  const found = files.filter(({ name }) => name === cited || name.endsWith(`/${cited}`))
  if (found.length > 1) return [`${cited} may be ${found.map(({ name }) => name).join(' or ')}; write more of its path`]
  return found.length === 1 || existsSync(path.join(root, cited)) ? [] : [`${cited} is not there; say what shows it now`]
}

/** Returns the tests that each requirement names; empty for a requirement that only a title names. */
function testsByRequirement(lines, shown) {
  const listed = lines.flatMap((line, index) => {
    const requirement = /^\| (\d+\.\d+\.\d+) \|/.exec(line)?.[1]
    return requirement ? [[`ASVS ${requirement}`, namedIn(line, `${PAGE}:${index + 1}`)]] : []
  })
  return new Map([...shown.filter(({ row }) => row.startsWith('ASVS')).map(({ row }) => [row, []]), ...listed])
}
