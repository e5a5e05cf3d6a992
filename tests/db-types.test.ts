import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { projectRoot } from '../src/server/lib/root.ts'
import { inDatabase, TEMPLATE } from './support/databases.ts'

test('the generated row types match the migrations', async () => {
  const database = inDatabase(inject('postgres'), TEMPLATE)
  const url =
    'connectionString' in database
      ? database.connectionString
      : `postgres://${database.user}@/${TEMPLATE}?host=${encodeURIComponent(database.host)}&port=${database.port}`
  const generator = path.join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const verification = promisify(execFile)(
    process.execPath,
    [generator, '--config-file', '.kysely-codegenrc.json', '--verify', '--url', url],
    { cwd: projectRoot },
  )
  await expect(verification, 'run npm run db:types').resolves.toBeDefined()
})
