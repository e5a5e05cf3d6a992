// Checks what the linter cannot see: where things are kept and how they are named (docs/architecture.md).
//   node scripts/check-structure.mjs [directory]
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { findCircles, findClimbs } from './structure/circles.ts'
import { findCurrencyLiterals } from './structure/literals.ts'
import { isStarted } from './structure/is-started.mjs'
import { findLockFaults } from './structure/locks.mjs'
import { SERVER_FEATURES, WEB_FEATURES, WEB_FOLDERS } from './structure/features.ts'

/** What a server feature may consist of, at its top level and in each of its sub-folders. */
const SERVER_FEATURE_FILES = ['routes.ts', 'staff-routes.ts', 'queries.ts', 'commands.ts', 'flows.ts', 'jobs.ts', 'personal-data.ts']

/**
 * What single features have beyond that, each with a name that says what it knows: files, and sub-folders (with a slash) for the
 * parts of a crowded one. Adding one is a deliberate act.
 */
const ALSO_IN_FEATURE = {
  audit: ['staff-calls.ts'],
  mails: ['archive/', 'attachments.ts'],
  enquiries: ['inbox/', 'ready-answers/'],
  accounts: [
    'email-changes/',
    'administrators/',
    'identity/',
    'avatar/',
    'customers/',
    'customer-care/',
    'own-data/',
    'passkeys/',
    'people/',
    'recovery/',
    'second-factor/',
    'sessions/',
    'settings/',
    'clean-start.ts',
    'common-passwords.ts',
    'limits.ts',
    'email-taken.ts',
    'passwords.ts',
    'passkeys/ceremonies.ts',
    'passkeys/sign-in-routes.ts',
    'second-factor/codes.ts',
    'sessions/device-names.ts',
    'sessions/refusals.ts',
    'sessions/devices.ts',
    'sessions/starting.ts',
    'sessions/tries.ts',
  ],
  tours: [
    'departures/',
    'departures/running.ts',
    'sale/',
    'editing/',
    'editing/fields.ts',
    'lifecycle/',
    'pictures/',
    'run-days.ts',
    'sale-ends.ts',
    'itinerary-days.ts',
    'search/',
    'similar/',
    'search/calendar.ts',
    'search/conditions.ts',
    'search/feasts.ts',
    'search/knowledge.ts',
    'search/names.ts',
    'search/phrases.ts',
    'search/quantities.ts',
    'search/ranking.ts',
    'search/readings.ts',
    'search/synonyms.ts',
    'search/tokens.ts',
    'search/vocabulary.ts',
    'search/words.ts',
    'catalogue-cache.ts',
    'catalogue-changes.ts',
    'search-text.ts',
    'trip-pages/',
    'trip-pages/list-routes.ts',
    'trip-pages/sitemap-routes.ts',
    'trip-pages/trip-head.ts',
  ],
  vehicles: ['coverage/', 'drafts/', 'photos/', 'services/'],
  bookings: ['attendance/', 'contacts/', 'deciders/', 'guide-links/', 'manifest/', 'notes/', 'tours/', 'vehicles/', 'reference.ts'],
  reviews: ['moderation/', 'own/', 'author-name.ts'],
  payments: [
    'attempts/',
    'attempts/blind-closes.ts',
    'attempts/doubt.ts',
    'attempts/holds.ts',
    'attempts/opening.ts',
    'attempts/unpaid.ts',
    'cancellation/',
    'cancellation/decisions.ts',
    'cancellation/refund-calculation.ts',
    'checkout/',
    'disputes/',
    'checkout/return-routes.ts',
    'comparison/',
    'comparison/charges.ts',
    'comparison/figures.ts',
    'comparison/refunds.ts',
    'comparison/run.ts',
    'comparison/taking-up.ts',
    'departures/',
    'events/',
    'events/silence.ts',
    'fulfilment/',
    'fulfilment/role.ts',
    'goodwill/',
    'outside/',
    'paid/',
    'prices/',
    'quarantine/',
    'read-again/',
    'reconcile/',
    'reconcile/doubts.ts',
    'refunds/',
    'refunds/balance.ts',
    'refunds/failure.ts',
    'refunds/outside.ts',
    'refunds/refusals.ts',
    'refunds/replacement.ts',
    'refunds/tasks.ts',
    'refunds/rows.ts',
    'reservations/',
    'reservations/endings.ts',
    'reservations/payment.ts',
    'refunds/settlement.ts',
    'provider.ts',
    'provider-log.ts',
    'provider-lists.ts',
    'provider-responses.ts',
  ],
  desk: ['changes/', 'changes/streams.ts', 'emails/', 'figures/', 'find/', 'health/', 'matches/', 'search/', 'story/'],
  quotes: ['decisions/', 'payment/', 'requests/', 'withdrawals/', 'mail-facts.ts'],
}

/** Every folder with a closed list of contents: what it may directly contain. */
const FOLDERS = {
  src: ['server', 'shared', 'web'],
  'src/server': ['cli', 'config', 'emails', 'features', 'generator', 'lib', 'seed'],
  'src/server/features': SERVER_FEATURES.map(({ name }) => name),
  'src/web': WEB_FOLDERS,
  'src/web/features': WEB_FEATURES,
}

const CHECKED = ['src', 'card-sandbox', 'embedded-postgres', 'scripts', 'tests', 'bench', 'seed', 'migrations']
const VAGUE = /^(utils?|helpers?|misc|common)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
const GENERATED = /(^src\/server\/lib\/db-types|\.generated)\.ts$/
const SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/
const CODE = /\.(ts|tsx|mjs)$/
const MOST_LINES = 250
const MOST_TEST_LINES = 300

/** Returns every fault below `root`, as lines `path: what is wrong and what to do`. */
export function findFaults(root) {
  const entries = CHECKED.flatMap((folder) => entriesBelow(root, folder))
  const files = entries.filter((entry) => !entry.isFolder).map((entry) => entry.name)
  return [
    ...entries.flatMap(faultsOfName),
    ...entries.flatMap(faultsOfPlace),
    ...files.filter((name) => CODE.test(name)).flatMap((name) => faultsOfCode(name, readFileSync(path.join(root, name), 'utf8'))),
    ...faultsOfMigrations(files),
    ...findLockFaults(root),
    ...findClimbs(),
    ...findCircles(
      root,
      files.filter((name) => CODE.test(name) && !name.includes('.test.')),
    ),
  ]
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
  const [, noun, inFeature] = /^src\/server\/features\/([^/]+)\/(.+)$/.exec(name) ?? []
  return inFeature && !own.endsWith('.test.ts') ? faultsInFeature(name, noun, isFolder ? `${inFeature}/` : inFeature) : []
}

/** `inFeature`: the path below the feature; folders end with a slash. */
function faultsInFeature(name, noun, inFeature) {
  const also = ALSO_IN_FEATURE[noun] ?? []
  const own = path.posix.basename(inFeature)
  if (also.includes(inFeature) || (!inFeature.endsWith('/') && SERVER_FEATURE_FILES.includes(own))) return []
  const known = [...SERVER_FEATURE_FILES, ...also].join(', ')
  return [`${name}: not a part of the feature ${noun} (${known}); use one of them, or add it to ALSO_IN_FEATURE`]
}

function faultsOfCode(name, text) {
  const faults = findCurrencyLiterals(name, text)
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const isTest = /\.test\.tsx?$/.test(name)
  const most = isTest || name.startsWith('tests/') ? MOST_TEST_LINES : MOST_LINES
  if (lines > most && !GENERATED.test(name)) faults.push(`${name}: ${lines} lines; split it at ${most} (aim at 50)`)
  if (!isTest && /import\.meta\.main\b/.test(text))
    faults.push(`${name}: Node 22 (docs/decisions/0001) does not know this of a module; use isStarted`)
  if (!name.startsWith('src/')) return faults
  if (text.includes('import.meta.glob')) faults.push(`${name}: import.meta.glob goes around the walls; write the imports out`)
  if (name.endsWith('routes.ts') && SQL.test(text))
    faults.push(`${name}: a route parses, authorises and calls; its SQL belongs in queries.ts or commands.ts`)
  if (!isTest && /from '[^']*tests\/support\//.test(text)) faults.push(`${name}: only tests import tests/support`)
  return faults
}

function faultsOfMigrations(files) {
  const names = files.filter((name) => name.startsWith('migrations/')).map((name) => name.slice('migrations/'.length))
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
