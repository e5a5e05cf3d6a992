// Writes src/server/lib/db-types.ts and schema/*.sql from the migrations, using a temporary PostgreSQL: npm run db:types
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../packages/embedded-postgres/launcher.ts'
import { createDatabase, createPool } from '../src/server/lib/db.ts'
import { migrate } from '../src/server/lib/migrate.ts'
import { projectRoot } from '../src/server/config/root.ts'
import { schemaFiles } from './schema-files.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-types-'))
// As root, PostgreSQL runs under another account, which must be able to reach its data.
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  projectName: 'meridian-types',
  database: 'types',
  log: (line) => process.stdout.write(`${line}\n`),
})
try {
  const { socketDir: host, port, user, database } = server
  const db = createDatabase(createPool({ host, port, user, database }, 2, () => undefined))
  await migrate(db)
  const schema = path.join(projectRoot, 'schema')
  await rm(schema, { recursive: true, force: true })
  await mkdir(schema)
  for (const [name, text] of await schemaFiles(db)) await writeFile(path.join(schema, name), text)
  await db.destroy()
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const generator = path.join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [generator, '--config-file', '.kysely-codegenrc.json', '--url', url, ...process.argv.slice(2)],
    { cwd: projectRoot },
  )
  process.stdout.write(stdout)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
