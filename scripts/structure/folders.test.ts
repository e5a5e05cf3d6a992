import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findKnots } from './folders.ts'

const FEATURES = 'src/server/features'

async function knotsOf(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'folders-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(root, path.dirname(name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  return findKnots(root, Object.keys(files))
}

test('folders that need each other are refused though no two of their files do, types included', async () => {
  const knots = await knotsOf({
    [`${FEATURES}/payments/attempts/flows.ts`]: "import { fulfil } from '../fulfilment/flows.ts'\n",
    [`${FEATURES}/payments/attempts/queries.ts`]: 'export {}\n',
    [`${FEATURES}/payments/fulfilment/flows.ts`]: "import type { Role } from '../roles/commands.ts'\n",
    [`${FEATURES}/payments/roles/commands.ts`]: "import type { Row } from '../attempts/queries.ts'\n",
  })
  expect(knots).toEqual([
    expect.stringContaining('payments/attempts, src/server/features/payments/fulfilment, src/server/features/payments/roles'),
  ])
})

test('a feature and its sub-folder may not need each other either', async () => {
  const knots = await knotsOf({
    [`${FEATURES}/tours/commands.ts`]: "import { words } from './search/words.ts'\n",
    [`${FEATURES}/tours/queries.ts`]: 'export {}\n',
    [`${FEATURES}/tours/search/words.ts`]: 'export {}\n',
    [`${FEATURES}/tours/search/queries.ts`]: "import { tours } from '../queries.ts'\n",
  })
  expect(knots).toHaveLength(1)
})

test('routes, jobs and personal data put the parts of their folder together, and the settings stand below the libraries', async () => {
  const knots = await knotsOf({
    [`${FEATURES}/tours/routes.ts`]: "import { search } from './search/queries.ts'\n",
    [`${FEATURES}/tours/jobs.ts`]: "import { search } from './search/queries.ts'\n",
    [`${FEATURES}/tours/personal-data.ts`]: "import { search } from './search/queries.ts'\n",
    [`${FEATURES}/tours/queries.ts`]: 'export {}\n',
    [`${FEATURES}/tours/search/queries.ts`]: "import { tours } from '../queries.ts'\n",
    'src/server/app.ts': "import { tourRoutes } from './features/tours/routes.ts'\nimport { readConfig } from './config.ts'\n",
    'src/server/config.ts': 'export {}\n',
    'src/server/lib/mailer.ts': "import type { Config } from '../config.ts'\n",
  })
  expect(knots).toEqual([])
})
