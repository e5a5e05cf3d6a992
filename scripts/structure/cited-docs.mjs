import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { namedIn } from './shown-rows.mjs'

/** Returns the headings in docs/ that a citation can refer to. */
export function readCitedDocs(root) {
  const linesOf = (name) => {
    const file = path.join(root, 'docs', name)
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  }
  const records = path.join(root, 'docs/decisions')
  return {
    specification: sectionsOf(linesOf('specification.md')),
    decisions: linesOf('product-decisions.md').flatMap((line) => /^## (.+)/.exec(line)?.[1] ?? []),
    payments: linesOf('payments.md').flatMap((line) => /^###? (\d+(?:\.\d+)?)\.? /.exec(line)?.[1] ?? []),
    rowTests: testsByRow(linesOf('fault-table.md')),
    records: existsSync(records) ? readdirSync(records) : [],
  }
}

function sectionsOf(lines) {
  const sections = new Map()
  let headings = []
  for (const line of lines) {
    const section = /^## (\d+)\. /.exec(line)?.[1]
    if (section) sections.set(section, (headings = []))
    const heading = /^### (.+)/.exec(line)?.[1]
    if (heading) headings.push(heading)
  }
  return sections
}

function testsByRow(lines) {
  const rows = new Map()
  let tests = []
  for (const [index, line] of lines.entries()) {
    const row = /^### Row (\d+): /.exec(line)?.[1]
    if (row) rows.set(`row ${row}`, (tests = []))
    if (line.startsWith('- **Tests:**')) tests.push(...namedIn(line, `docs/fault-table.md:${index + 1}`))
  }
  return rows
}
