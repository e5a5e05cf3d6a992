import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findCitationFaults } from './citations.mjs'

const DOCS = {
  'docs/specification.md': '## 2. Screens and routes\n\n### Header and footer\n\n## 5. Validation rules\n',
  'docs/product-decisions.md': '## Tours\n\n## Beyond the specification\n',
  'docs/payments.md': '## 1. The card sandbox\n\n### 3.9 Design\n',
  'docs/fault-table.md': '### Row 3: At once\n\n### Row 4: Twice\n\n- **Tests:** `webhook.test.ts` ×2\n',
  'docs/decisions/0011-reviews.md': '# 11. Reviews\n',
  'src/server/webhook.test.ts': "test('twice acts once (row 4)', () => {})\ntest('twice at once too (row 4; ASVS 2.3.3)', () => {})\n",
  'docs/security.md': '| 2.3.3 | 2 | all or nothing | Met: `webhook.test.ts` |\n',
}

async function faultsOf(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'citations-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await Promise.all(
    Object.entries({ ...DOCS, ...files }).map(async ([name, text]) => {
      await mkdir(path.join(root, path.dirname(name)), { recursive: true })
      await writeFile(path.join(root, name), text)
    }),
  )
  return findCitationFaults(root)
}

test.each([
  '/** The email (specification §5). */',
  '/** Specification §2, §5. */',
  '/** The menu (specification §2, "Header and footer"). */',
  '// The days (specification §5; decisions, "Tours").',
  '/**\n * The staff (decisions, "Tours", "Beyond the\n * specification").\n */',
  '/** Safe to repeat (payments 3.9, row 4). */',
  '-- Rows 3 and 4, and rows 3–4.',
  '// See docs/decisions/0011 or docs/decisions/0011-reviews.md, and docs/payments.md.',
  "import { approve } from './quote-decisions.ts'",
  "test('a decision of the staff, after two payments', () => {})",
  '/** Throws 409. The rest of the decision/payment table. */',
])('%j follows the rules', async (text) => {
  expect(await faultsOf({ 'src/server/tours.ts': text })).toEqual([])
})

test.each([
  ['/** The email (specification §7). */', 'no section 7'],
  ['/** The email (specification §5, §8). */', 'no section 8'],
  ['/** The menu (specification §2, "Footer"). */', 'no heading "Footer"'],
  ['/** The menu (specification §5, "Header and footer"). */', 'no heading "Header and footer"'],
  ['/** The days (decisions, "Departures"). */', 'no heading "Departures"'],
  ['/** Safe to repeat (payments 4.1). */', 'no section 4.1'],
  ['/** Safe to repeat (row 71). */', 'no row 71'],
  ['/** Safe to repeat (rows 3, 4 and 99). */', 'no row 99'],
  ["test('it is safe to repeat (row 71)', () => {})", 'no row 71'],
  ['/** See docs/decisions/0012. */', 'no record 0012'],
  ['/** See docs/decisions/0011-enquiries.md. */', 'no record 0011-enquiries.md'],
])('%j cites nothing', async (text, says) => {
  expect(await faultsOf({ 'src/server/tours.ts': `\n${text}` })).toEqual([expect.stringMatching(/^src\/server\/tours\.ts:2: /)])
  expect(await faultsOf({ 'src/server/tours.ts': text })).toEqual([expect.stringContaining(says)])
})

test.each([
  ['/** An amount (§9). */', 'a section of what'],
  ["test('the fields of §3', () => {})", 'a section of what'],
  ['/** Keys (payments §1). */', 'a section of what'],
  ['/** The rules (decisions). */', 'without a heading'],
  ['/** The rules (decisions "Tours"). */', 'without a heading'],
  ['/** The rules (payments, row 4). */', 'cited alone'],
  ['/** The rules (row 3 and 4). */', 'write rows'],
  ['/** The rules (rows 4). */', 'write row'],
  ['/** The rules (specification section 5). */', 'write specification §5'],
  ['/** The rules (decisions/0011). */', 'the whole path'],
  ['/** The rules (decision 0011). */', 'the whole path'],
  ['/** The rules (payments.md). */', 'the whole path'],
])('%j is nearly a citation', async (text, says) => {
  expect(await faultsOf({ 'src/server/tours.ts': text })).toContainEqual(expect.stringContaining(says))
})

test('a fault is reported where its citation begins', async () => {
  const text = '/**\n * Read again, since an answer may be old: (payments\n * 4.1). */'
  expect(await faultsOf({ 'src/shared/tours.ts': text })).toEqual([expect.stringMatching(/^src\/shared\/tours\.ts:2: /)])
})

test('the fault table counts the tests of each row, by the rows in their titles', async () => {
  const files = {
    'src/server/webhook.test.ts': "test('twice at once too (row 4; ASVS 2.3.3)', () => {})\n",
    'src/server/returns.test.ts': "test('the way back comes twice (rows 3 and 4)', () => {})\n",
  }
  expect(await faultsOf(files)).toEqual([
    'src/server/returns.test.ts: docs/fault-table.md does not name this file at row 3; add it there',
    'docs/fault-table.md:5: webhook.test.ts has 1 tests whose titles name row 4, not 2',
    'src/server/returns.test.ts: docs/fault-table.md does not name this file at row 4; add it there',
  ])
})

test('docs/security.md counts the tests of each requirement, by the requirements in their titles', async () => {
  const files = { 'src/server/returns.test.ts': "test('it is read again (ASVS 2.3.3, 2.3.9)', () => {})\n" }
  expect(await faultsOf({ ...files, 'docs/security.md': '| 2.3.3 | 2 | all | Met: `returns.test.ts`, `webhook.test.ts` ×2 |\n' })).toEqual([
    'docs/security.md:1: webhook.test.ts has 1 tests whose titles name ASVS 2.3.3, not 2',
    'src/server/returns.test.ts: docs/security.md does not name this file at ASVS 2.3.9; add it there',
  ])
})

test('a path in docs/ or in the README leads to a file', async () => {
  const page =
    'See `src/server/webhook.test.ts`, `src/server/gone.ts`, `src/server/features/<noun>/`,\n[that](gone.md),\n`src/web/later.ts` (new) and `docs/payments.md` (new).\n'
  expect(await faultsOf({ 'docs/architecture.md': page, 'README.md': '[docs](docs/payments.md), [more](docs/more.md)' })).toEqual([
    expect.stringContaining('docs/architecture.md:1: src/server/gone.ts is not there'),
    expect.stringContaining('docs/architecture.md:2: docs/gone.md is not there'),
    expect.stringContaining('docs/architecture.md:3: docs/payments.md is there by now'),
    expect.stringContaining('README.md:1: docs/more.md is not there'),
  ])
})

test('a file that docs/security.md cites is there, under one name only', async () => {
  const files = { 'package-lock.json': '{}', 'src/server/auth/routes.ts': '', 'src/server/tours/routes.ts': '' }
  const cites = async (text: string) => faultsOf({ ...files, 'docs/security.md': `${DOCS['docs/security.md']}${text}\n` })
  expect(await cites('`package-lock.json`, `auth/routes.ts`, `webhook.test.ts` and `docs/payments.md`')).toEqual([])
  expect(await cites('`gone.test.ts`')).toEqual([expect.stringMatching(/^docs\/security\.md:2: gone\.test\.ts is not there/)])
  expect(await cites('`routes.ts`')).toEqual([expect.stringContaining('src/server/auth/routes.ts or src/server/tours/routes.ts')])
})
