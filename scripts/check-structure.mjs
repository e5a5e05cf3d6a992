// Checks what the linter cannot see: where things are kept, how they are named, and which feature owns which table.
//   node scripts/check-structure.mjs [directory]
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { findCircles } from './structure/circles.ts'
import { findCurrencyLiterals } from './structure/literals.ts'
import { findLooseText } from './structure/loose-text.ts'
import { isStarted } from './structure/is-started.mjs'
import { findLockFaults } from './structure/locks.mjs'
import { featureList } from './structure/feature-list.mjs'
import { permissionTable } from './structure/permission-table.mjs'
import { SERVER_FEATURES, WEB_FEATURES, WEB_FOLDERS } from './structure/features.ts'
import { faultsOfTables, findStaleReads, findUnowned } from './structure/tables.ts'

/** The direct contents allowed in each closed folder. */
const FOLDERS = {
  src: ['server', 'shared', 'web'],
  'src/shared': [...new Set([...SERVER_FEATURES.map(({ name }) => name), ...WEB_FEATURES])],
  'src/server': ['cli', 'config', 'emails', 'features', 'lib', 'seed'],
  'src/server/features': SERVER_FEATURES.map(({ name }) => name),
  'src/web': WEB_FOLDERS,
  'src/web/features': WEB_FEATURES,
}

const CHECKED = ['src', 'packages', 'lab', 'scripts', 'tests', 'seed', 'migrations']
const VAGUE = /^(utils?|helpers?|misc|common)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
const CODE = /\.(ts|tsx|mjs)$/

/** Returns every fault below `root`, as lines `path: what is wrong and what to do`. */
export function findFaults(root) {
  const entries = CHECKED.flatMap((folder) => entriesBelow(root, folder))
  const files = entries.filter((entry) => !entry.isFolder).map((entry) => entry.name)
  const program = files.filter((name) => CODE.test(name) && !name.includes('.test.'))
  return [
    ...entries.flatMap(faultsOfName),
    ...entries.flatMap(faultsOfPlace),
    ...files.filter((name) => CODE.test(name)).flatMap((name) => faultsOfCode(name, readFileSync(path.join(root, name), 'utf8'))),
    ...program
      .filter((name) => name.startsWith('src/web/') && name.endsWith('.tsx'))
      .flatMap((name) => findLooseText(name, readFileSync(path.join(root, name), 'utf8'))),
    ...faultsOfMigrations(files),
    ...findLockFaults(root),
    ...[permissionTable, featureList].flatMap((part) => part.faultsBelow(root)),
    ...findCircles(root, program),
    ...faultsOfDatabase(root, program),
  ]
}

/** Each table has one owner. The list as a whole can only be compared where the whole program is present. */
function faultsOfDatabase(root, program) {
  const sources = new Map(program.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))
  const types = sources.get('src/server/lib/db-types.ts')
  const faults = [...sources].flatMap(([name, text]) => faultsOfTables(name, text))
  return !types?.includes('export interface DB {') ? faults : [...faults, ...findUnowned(types), ...findStaleReads(sources)]
}

function entriesBelow(root, folder) {
  const start = path.join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true }).map((entry) => ({
    name: path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    isFolder: entry.isDirectory(),
  }))
}

function faultsOfName({ name, isFolder }) {
  const own = path.posix.basename(name)
  const stem = own.replace(/\..*$/, '')
  const faults = []
  if (VAGUE.test(stem)) faults.push(`${name}: “${stem}” says nothing; name it after what it knows, or put it beside its only user`)
  if (/^index\.(ts|tsx|mjs)$/.test(own)) faults.push(`${name}: no barrels; import from the file that defines it`)
  if (!KEBAB.test(own) && own !== 'README.md' && !name.startsWith('migrations/')) faults.push(`${name}: names are kebab-case`)
  if (isFolder && own.includes('.')) faults.push(`${name}: no dots in the name of a folder`)
  return faults
}

function faultsOfPlace({ name, isFolder }) {
  const parent = path.posix.dirname(name)
  const own = path.posix.basename(name)
  const folders = FOLDERS[parent]
  if (isFolder && folders && !folders.includes(own)) return [`${name}: ${parent} has only the folders ${folders.join(', ')}`]
  if (!isFolder && parent.endsWith('/features')) return [`${name}: put it in one of the features`]
  const isDeep = /^src\/server\/features\/[^/]+\/[^/]+\/./.test(name) && isFolder
  return isDeep ? [`${name}: a feature has sub-folders, and these have none; make it one of the feature's own`] : []
}

function faultsOfCode(name, text) {
  const faults = findCurrencyLiterals(name, text)
  const isTest = /\.test\.tsx?$/.test(name)
  if (!isTest && /import\.meta\.main\b/.test(text))
    faults.push(`${name}: Node 22 does not know this property of import.meta; use isStarted`)
  if (!name.startsWith('src/')) return faults
  if (text.includes('import.meta.glob')) faults.push(`${name}: import.meta.glob goes around the walls; write the imports out`)
  if (!isTest && /from '[^']*tests\/support\//.test(text)) faults.push(`${name}: only tests import tests/support`)
  return faults
}

function faultsOfMigrations(files) {
  const names = files.filter((name) => /^migrations\/[^/]+$/.test(name)).map((name) => name.slice('migrations/'.length))
  return names.toSorted().flatMap((name, index) => {
    const number = String(index + 1).padStart(4, '0')
    if (!/^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/.test(name)) return [`migrations/${name}: must be named NNNN_noun.sql`]
    return name.startsWith(`${number}_`) ? [] : [`migrations/${name}: number ${number} is missing or repeated`]
  })
}

if (isStarted(import.meta)) {
  const faults = findFaults(path.resolve(process.argv[2] ?? path.dirname(import.meta.dirname)))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log('The structure is as agreed.')
}
