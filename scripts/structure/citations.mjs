// Comments cite what the product promises and why it is built as it is; every cited text must be in docs/.
//   node scripts/structure/citations.mjs [directory]
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { readCitedDocs } from './cited-docs.mjs'
import { faultsOfDocPaths } from './doc-paths.mjs'
import { isStarted } from './is-started.mjs'
import { faultsOfPermissionTable } from './permission-table.mjs'
import { faultsOfSecurityPage } from './security-page.mjs'
import { faultsOfShownRows, shownRows } from './shown-rows.mjs'

const FOLDERS = ['src', 'card-sandbox', 'embedded-postgres', 'scripts', 'tests', 'migrations', 'seed', 'bench', 'docs/decisions']
const TEXT = /\.(ts|tsx|mts|mjs|css|sql|md)$/
/** These files and their tests are about citations and show wrong ones. */
const ABOUT_CITATIONS = /^scripts\/structure\/(citations|cited-docs|doc-paths|security-page|shown-rows)\./

const WRITTEN = 'write specification §5, decisions, "Tours", payments 3.9, row 26 or docs/decisions/0011'

/** Returns every fault below `root` as a line `path:line: what is wrong and what to do`. */
export function findCitationFaults(root) {
  const docs = readCitedDocs(root)
  const files = FOLDERS.flatMap((folder) => filesBelow(root, folder)).map((name) => ({
    name,
    text: readFileSync(path.join(root, name), 'utf8'),
  }))
  const shown = shownRows(files)
  return [
    ...files.flatMap(({ name, text }) => faultsOfText(docs, name, text)),
    ...faultsOfShownRows('docs/fault-table.md', docs.rowTests, shown),
    ...faultsOfDocPaths(root),
    ...faultsOfSecurityPage(root, files, shown),
    ...faultsOfPermissionTable(root),
  ]
}

function filesBelow(root, folder) {
  const start = path.join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !ABOUT_CITATIONS.test(name))
    .toSorted()
}

function faultsOfText(docs, name, text) {
  // A citation may continue on the next line of its comment. Spaces preserve every position.
  const joined = text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?/g, (gap) => ' '.repeat(gap.length))
  const faults = []
  const report = (index, message) => faults.push({ index, message })
  for (const { pattern, check } of KINDS) {
    for (const match of joined.matchAll(pattern)) check(match, docs, (message) => report(match.index, message))
  }
  for (const { pattern, isInCode = false, message } of NEAR_MISSES) {
    for (const { index } of joined.matchAll(pattern)) {
      if (isInCode || isInComment(name, text, index)) report(index, message)
    }
  }
  return faults
    .toSorted((one, other) => one.index - other.index)
    .map(({ index, message }) => `${name}:${text.slice(0, index).split('\n').length}: ${message}`)
}

function isInComment(name, text, index) {
  if (name.endsWith('.md')) return true
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
  return /^\s*\*|\/\/|\/\*|--/.test(line)
}

/** The syntax of each kind of citation, and where its target must be. */
const KINDS = [
  {
    pattern: /specification +§(\d+)((?:, +§\d+)*)((?:, +"[^"]+")*)/gi,
    check([, first, more, quoted], { specification }, report) {
      const sections = [first, ...numbersIn(more)]
      for (const section of sections) {
        if (!specification.has(section)) report(`docs/specification.md has no section ${section}; cite one that it has, or add it`)
      }
      const headings = new Set(sections.flatMap((section) => specification.get(section) ?? []))
      for (const heading of quotesIn(quoted)) {
        if (!headings.has(heading)) report(`docs/specification.md has no heading "${heading}" there; cite one that it has, or add it`)
      }
    },
  },
  {
    pattern: /(?<![\w/-])decisions((?:, +"[^"]+")+)/gi,
    check([, quoted], { decisions }, report) {
      for (const heading of quotesIn(quoted)) {
        if (!decisions.includes(heading)) report(`docs/product-decisions.md has no heading "${heading}"; cite one that it has, or add it`)
      }
    },
  },
  {
    pattern: /(?<![\w/-])payments +(\d+(?:\.\d+)?)\b/gi,
    check([, section], { payments }, report) {
      if (!payments.includes(section)) report(`docs/payments.md has no section ${section}; cite one that it has, or add it`)
    },
  },
  {
    pattern: /\brow(s?) +(\d+(?:(?:, | and |–)\d+)*)/gi,
    check([, plural, list], { rowTests }, report) {
      const rows = numbersIn(list)
      if ((plural === 's') !== rows.length > 1) report(rows.length > 1 ? 'write rows for more than one row' : 'write row for one row')
      for (const row of rows) {
        if (!rowTests.has(`row ${row}`)) report(`docs/fault-table.md has no row ${row}; cite one that it has, or add it`)
      }
    },
  },
  {
    pattern: /\bdocs\/decisions\/(\d{4}(?:-[\w-]+\.md)?)/g,
    check([, record], { records }, report) {
      const isThere = records.some((name) => name === record || name.startsWith(`${record}-`))
      if (!isThere) report(`docs/decisions has no record ${record}; cite one that it has, or write it`)
    },
  },
]

const NEAR_MISSES = [
  { pattern: /(?<!specification +(?:§\d+, +)*)§/gi, isInCode: true, message: `a section of what? ${WRITTEN}` },
  {
    pattern: /(?<![\w/-])decisions\b(?!, +")(?![/.-])/gi,
    message: 'decisions without a heading: write decisions, "Tours", or put it another way',
  },
  { pattern: /(?<!docs\/)\bdecisions\/\d{4}|\bdecision \d{4}/g, message: 'write the whole path: docs/decisions/0011' },
  { pattern: /(?<![\w/-])payments, +rows?\b/gi, message: 'a row is cited alone: write row 26' },
  { pattern: /\bspecification,? +(?:section|chapter|"|\d)/gi, message: 'write specification §5' },
  {
    pattern: /(?<![\w/.-])(?:specification|product-decisions|payments|fault-table|architecture|design)\.md/g,
    message: 'write the whole path: docs/payments.md',
  },
]

function numbersIn(list) {
  return list.match(/\d+/g) ?? []
}

function quotesIn(list) {
  return [...list.matchAll(/"([^"]+)"/g)].map(([, heading]) => heading.replaceAll(/ +/g, ' '))
}

if (isStarted(import.meta)) {
  const faults = findCitationFaults(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..')))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log('Every citation leads to its text.')
}
