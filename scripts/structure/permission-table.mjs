// Writes the table of permissions in docs/security.md from src/shared/accounts/permissions.ts: node scripts/structure/permission-table.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FRESHLY_PROVEN, PERMISSION_TEXTS, may } from '../../src/shared/accounts/permissions.ts'
import { possibleEnds, TASK_KINDS } from '../../src/shared/tasks/staff.ts'
import { isStarted } from './is-started.mjs'

const PAGE = 'docs/security.md'
const HEADING = '## Who may do what'
const BEGIN = '<!-- who may do what: written by scripts/structure/permission-table.mjs -->\n'
const END = '<!-- end of who may do what -->\n'
const ROLES = ['staff', 'manager', 'admin']

/** Returns a fault if the table in docs/security.md differs from the code. */
export function faultsOfPermissionTable(root) {
  const page = path.join(root, PAGE)
  if (!existsSync(page)) return []
  const text = readFileSync(page, 'utf8')
  return !text.includes(HEADING) || withTable(text) === text
    ? []
    : [`${PAGE}: who may do what is not what the code says; run node scripts/structure/permission-table.mjs`]
}

function withTable(text) {
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) return ''
  return `${before}${BEGIN}<!-- prettier-ignore-start -->\n\n${[...permissionRows(), '', ...taskRows()].join('\n')}\n\n<!-- prettier-ignore-end -->\n${END}${after}`
}

function permissionRows() {
  const yes = (permission) => (FRESHLY_PROVEN.includes(permission) ? 'confirmed' : 'yes')
  const marks = (permission) => ROLES.map((role) => (may(role, permission) ? yes(permission) : '–')).join(' | ')
  return [
    '| What | Staff | Manager | Administrator |',
    '| ---- | ----- | ------- | ------------- |',
    ...Object.entries(PERMISSION_TEXTS).map(([permission, text]) => `| ${text} | ${marks(permission)} |`),
  ]
}

/** Describes how each role can close a task of each kind. */
function taskRows() {
  const words = {
    close: 'a note',
    takeUp: 'take up',
    payBack: 'paid back',
    disown: 'not ours',
    settle: 'paid another way',
    retry: 'send again',
  }
  const endsOf = (kind) =>
    ROLES.map(
      (role) =>
        possibleEnds({ kind }, role)
          .map((end) => words[end] ?? end)
          .join(', ') || '–',
    ).join(' | ')
  return [
    '| A task of this kind ends by | Staff | Manager | Administrator |',
    '| --------------------------- | ----- | ------- | ------------- |',
    ...Object.entries(TASK_KINDS).map(([kind, text]) => `| ${text} | ${endsOf(kind)} |`),
  ]
}

if (isStarted(import.meta)) {
  const page = path.join(import.meta.dirname, '../..', PAGE)
  writeFileSync(page, withTable(readFileSync(page, 'utf8')))
}
