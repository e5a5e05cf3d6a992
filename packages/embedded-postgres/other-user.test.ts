import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './launcher.ts'
import { temporaryFolder } from './testing/support.ts'

/** An unused id, which only root can take on. Otherwise the test runs as ourselves, with only what is open to everybody. */
const strangerUid = process.getuid?.() === 0 ? 54_321 : undefined

/** Tries what another local user could: take names open to everybody, and open the file. */
const stranger = `
  const { createServer } = require('node:net')
  const { openSync } = require('node:fs')
  const [name, file] = process.argv.slice(1)
  let opened = 'opened'
  try { openSync(file, 'r') } catch (error) { opened = error.code }
  createServer().listen('\\0' + name, () => console.log(opened))
`

test.runIf(process.platform === 'linux')(
  "another local user cannot hold a database's lock, and so can neither prevent its start nor join it",
  async () => {
    const dataDir = temporaryFolder()
    const options = { dataDir, projectName: 'meridian-test', database: 'app', log: () => undefined }
    await (await startEmbeddedPostgres(options)).stop()
    const { dev, ino } = statSync(dataDir)
    const child = spawn(process.execPath, ['-e', stranger, `embedded-postgres-${dev}-${ino}`, `${dataDir}/watchdog.lock`], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(strangerUid !== undefined && { uid: strangerUid, gid: strangerUid }),
      cwd: '/',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [opened] = await new Promise<string[]>((resolve) => createInterface(child.stdout).once('line', (line) => resolve([line])))
    if (strangerUid !== undefined) expect(opened).toBe('EACCES')
    expect(statSync(`${dataDir}/watchdog.lock`).mode & 0o777).toBe(0o600)

    const server = await startEmbeddedPostgres(options)
    expect(server.adopted).toBe(false)
    await server.stop()
  },
)

test.runIf(strangerUid !== undefined)(
  "another local user who has taken its socket folder's name in /tmp does not prevent a database from starting",
  async () => {
    const dataDir = join(temporaryFolder(), 'a-rather-long-name/'.repeat(5))
    const guessed = `/tmp/meridian-test-${createHash('sha256').update(dataDir.replace(/\/$/, '')).digest('hex').slice(0, 12)}`
    mkdirSync(guessed, { mode: 0o777 })
    onTestFinished(() => rmSync(guessed, { recursive: true, force: true }))
    chownSync(guessed, strangerUid ?? 0, strangerUid ?? 0)

    const options = { dataDir, projectName: 'meridian-test', database: 'app', log: () => undefined }
    const server = await startEmbeddedPostgres(options)
    onTestFinished(() => rmSync(server.socketDir, { recursive: true, force: true }))
    expect(server.socketDir).toMatch(/^\/tmp\/meridian-test-\w{6}$/)
    const found = statSync(server.socketDir)
    expect([found.mode & 0o777, found.uid]).toEqual([0o700, statSync(join(dataDir, 'cluster')).uid])
    // The next instance finds the folder, even once the guessed name is free again.
    rmSync(guessed, { recursive: true })
    const next = await startEmbeddedPostgres(options)
    expect(next).toMatchObject({ adopted: true, socketDir: server.socketDir })
    await Promise.all([server.stop(), next.stop()])
  },
)
