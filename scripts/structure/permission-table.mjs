// Writes the lists of permissions in docs/security.md from src/shared/accounts/permissions.ts: node scripts/structure/permission-table.mjs
import path from 'node:path'
import { FRESHLY_PROVEN, PERMISSION_TEXTS, may } from '../../src/shared/accounts/permissions.ts'
import { possibleEnds, TASK_KINDS } from '../../src/shared/tasks/staff.ts'
import { isStarted } from './is-started.mjs'
import { writtenPart } from './written-part.mjs'

const ROLES = { staff: 'staff', manager: 'managers', admin: 'administrators' }

const END_WORDS = {
  close: 'a note',
  takeUp: 'take up',
  payBack: 'paid back',
  disown: 'not ours',
  settle: 'paid another way',
  retry: 'send again',
}

export const permissionTable = writtenPart({
  page: 'docs/security.md',
  name: 'who may do what',
  heading: '## Who may do what',
  program: 'scripts/structure/permission-table.mjs',
  lines: () => [...permissionLines(), '', 'How they close each kind of task:', '', ...taskLines()],
})

function permissionLines() {
  const labelOf = (permission) => {
    const roles = namesOf(Object.keys(ROLES).filter((role) => may(role, permission)))
    return FRESHLY_PROVEN.includes(permission) ? `${roles}, once confirmed` : roles
  }
  return listed(Object.entries(PERMISSION_TEXTS).map(([permission, text]) => [labelOf(permission), text]))
}

/** Lists the kinds of task by how they end and the roles that can end them so, the most common way last. */
function taskLines() {
  const labelOf = (kind) => {
    const roles = Map.groupBy(Object.keys(ROLES), (role) => possibleEnds({ kind }, role).join())
    return [...roles]
      .filter(([ends]) => ends !== '')
      .map(([ends, same]) => `${namesOf(same)}: ${wordsOf(ends.split(','))}`)
      .join('; ')
  }
  const pairs = Object.entries(TASK_KINDS).map(([kind, text]) => [labelOf(kind), text])
  const [[mostCommon]] = [...Map.groupBy(pairs, ([label]) => label)].toSorted(([, some], [, others]) => others.length - some.length)
  return [...listed(pairs.filter(([label]) => label !== mostCommon)), `- **${mostCommon}**: every other kind.`]
}

/** Makes one line for each label, with its texts in their order. */
function listed(pairs) {
  return [...Map.groupBy(pairs, ([label]) => label)].map(([label, same]) => `- **${label}**: ${same.map(([, text]) => text).join('; ')}.`)
}

function namesOf(roles) {
  const names = roles.map((role) => ROLES[role])
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()
  return all.charAt(0).toUpperCase() + all.slice(1)
}

function wordsOf(ends) {
  return ends.map((end) => END_WORDS[end] ?? end).join(', ')
}

if (isStarted(import.meta)) permissionTable.write(path.join(import.meta.dirname, '../..'))
