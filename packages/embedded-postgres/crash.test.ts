import { spawn } from 'node:child_process'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWithCluster, isServerUp, serverPids, startApp, until, type App } from './testing/support.ts'

async function startWithNote(dataDir: string): Promise<App> {
  const app = startApp(dataDir)
  await app.next('ready')
  await app.query("CREATE TABLE note AS SELECT 'committed' AS text")
  return app
}

async function expectNote(app: App): Promise<void> {
  expect(await app.query('SELECT text FROM note')).toEqual([{ text: 'committed' }])
}

function isServerReady(dataDir: string): boolean {
  return isServerUp(dataDir) && /^ready *$/m.test(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'))
}

function killAll(app: App, dataDir: string): void {
  const { watchdog, postmaster, workers } = serverPids(dataDir)
  for (const pid of [app.process.pid ?? 0, watchdog, postmaster, ...workers]) {
    expect(pid).toBeGreaterThan(1)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The worker has just exited by itself.
    }
  }
}

test('after kill -9 of the application, the server stops by itself and committed data is kept', async () => {
  const dataDir = folderWithCluster()
  const app = await startWithNote(dataDir)
  app.process.kill('SIGKILL')
  await until('the server has stopped', () => !isServerUp(dataDir))
  const next = startApp(dataDir)
  await next.next('ready')
  await expectNote(next)
  await next.stop()
})

test('after kill -9 of the application, the watchdog and every server process, the next start recovers', async () => {
  const dataDir = folderWithCluster()
  const app = await startWithNote(dataDir)
  killAll(app, dataDir)
  const next = startApp(dataDir)
  await next.next('ready')
  await expectNote(next)
  await next.stop()
})

test("a process that has the killed server's id does not prevent the next start", async () => {
  const dataDir = folderWithCluster()
  const app = await startWithNote(dataDir)
  killAll(app, dataDir)
  const { uid, gid } = statSync(join(dataDir, 'cluster'))
  const stranger = spawn('sleep', ['60'], { uid, gid })
  onTestFinished(() => void stranger.kill())
  for (const file of [join(dataDir, 'cluster', 'postmaster.pid'), join(dataDir, 'socket', '.s.PGSQL.5432.lock')]) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)))
  }
  const next = startApp(dataDir)
  await next.next('ready')
  await expectNote(next)
  await next.stop()
})

test('after kill -9 of the application and the watchdog, the next start takes over the server they left running', async () => {
  const dataDir = folderWithCluster()
  const app = await startWithNote(dataDir)
  const before = serverPids(dataDir)
  // Stopped first, so that it cannot see its watchdog die and start another.
  app.process.kill('SIGSTOP')
  process.kill(before.watchdog, 'SIGKILL')
  app.process.kill('SIGKILL')
  const next = startApp(dataDir)
  expect((await next.next('ready')).adopted).toBe(false)
  expect(serverPids(dataDir).postmaster).toBe(before.postmaster)
  await expectNote(next)
  await next.stop()
  expect(isServerUp(dataDir)).toBe(false)
})

test('after kill -9 of the watchdog alone, the application keeps its server and still stops it', async () => {
  const dataDir = folderWithCluster()
  const app = await startWithNote(dataDir)
  const before = serverPids(dataDir)
  process.kill(before.watchdog, 'SIGKILL')
  await until('the loss is logged', () => app.logged.some((line) => line.includes('Restarting it')))
  await expectNote(app)
  expect(serverPids(dataDir).postmaster).toBe(before.postmaster)
  await app.stop()
  expect(isServerUp(dataDir)).toBe(false)
})

test('after kill -9 of the server alone, two applications get it back', async () => {
  const dataDir = folderWithCluster()
  const app = await startWithNote(dataDir)
  const other = startApp(dataDir)
  await other.next('ready')
  const before = serverPids(dataDir)
  process.kill(before.postmaster, 'SIGKILL')
  await until('another server is up', () => isServerUp(dataDir) && serverPids(dataDir).postmaster !== before.postmaster)
  const next = startApp(dataDir)
  await next.next('ready')
  await Promise.all([expectNote(app), expectNote(other), expectNote(next)])
  await Promise.all([app.stop(), other.stop(), next.stop()])
  expect(isServerUp(dataDir)).toBe(false)
})

test('a server that cannot be started is retried until it can, and the application still stops', async () => {
  const dataDir = folderWithCluster()
  const app = await startWithNote(dataDir)
  const version = join(dataDir, 'cluster', 'PG_VERSION')
  renameSync(version, `${version}.away`)
  process.kill(serverPids(dataDir).postmaster, 'SIGKILL')
  await until('the start has failed twice', () => app.logged.filter((line) => line.includes('isn’t a PostgreSQL database')).length >= 2)
  renameSync(`${version}.away`, version)
  await until('another server is ready', () => isServerReady(dataDir))
  await expectNote(app)
  await app.stop()
  expect(isServerUp(dataDir)).toBe(false)
})
