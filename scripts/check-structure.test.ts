import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFaults } from './check-structure.mjs'

async function faultsOf(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'structure-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await mkdir(path.join(root, path.dirname(name)), { recursive: true })
      await writeFile(path.join(root, name), text)
    }),
  )
  return findFaults(root)
}

test.each([
  ['src/server/features/tours/search/words/queries.ts', 'these have none'],
  ['src/server/features/hotels/queries.ts', 'has only the folders audit, tasks, accounts'],
  ['src/web/features/hotels/api.ts', 'has only the folders audit, tasks, accounts'],
  ['src/web/layout/header.tsx', 'src/web has only the folders'],
  ['src/server/services/tours.ts', 'src/server has only the folders'],
  ['src/web/features/tours/index.ts', 'no barrels'],
  ['src/web/lib/utils.ts', 'says nothing'],
  ['src/web/components/helpers/button.tsx', 'says nothing'],
  ['tests/support/common.ts', 'says nothing'],
  ['src/web/components/TourCard.tsx', 'kebab-case'],
  ['packages/card-sandbox/card_form.ts', 'kebab-case'],
  ['migrations/0001-accounts.sql', 'NNNN_noun.sql'],
])('%s is refused', async (name, says) => {
  expect(await faultsOf({ [name]: '' })).toContainEqual(expect.stringContaining(says))
})

test('a program that asks whether it was started in a way that Node 22 does not know is refused: there it would do nothing', async () => {
  expect(await faultsOf({ 'scripts/count.mjs': 'if (import.meta.main) count()' })).toEqual([expect.stringContaining('Node 22')])
})

test('a gap or a repeated number among the migrations is refused', async () => {
  expect(await faultsOf({ 'migrations/0001_a.sql': '', 'migrations/0003_c.sql': '' })).toHaveLength(1)
  expect(await faultsOf({ 'migrations/0001_a.sql': '', 'migrations/0001_b.sql': '' })).toHaveLength(1)
})

test('what goes around the walls is refused', async () => {
  expect(await faultsOf({ 'src/web/router.tsx': "import.meta.glob('./pages/*')" })).toHaveLength(1)
  const usesSupport = "import { app } from '../../../../tests/support/app.ts'"
  expect(await faultsOf({ 'src/server/features/tours/offered-tours.ts': usesSupport })).toHaveLength(1)
  expect(await faultsOf({ 'src/server/features/tours/queries.test.ts': usesSupport })).toEqual([])
})

test.each([
  ['docs/security.md', '## Who may do what\n\n- **Staff**: everything.\n', 'who may do what'],
  ['docs/architecture.md', '## The features, in order\n\n| Feature |\n', 'the features in order'],
])('a part of %s that differs from the code it is written from is refused', async (page, text, part) => {
  expect(await faultsOf({ [page]: text })).toEqual([expect.stringContaining(`${part} is not what the code says`)])
})
