import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as backupCalls from '../../src/shared/backups/staff-calls.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { freePort } from '../support/free-ports.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, ServerProcess } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'

const ADMIN = { email: 'admin@example.com', password: 'admin1234' }
/** The clock strikes each minute, and a backup with its proof takes seconds. */
const NIGHT_MS = 120_000

afterAll(cleanUp)

interface Row {
  failure: string | null
  proof: string | null
  isOver: boolean
}

async function listBackups(server: ServerProcess): Promise<Row[]> {
  return server.query<Row>('select failure, proof, ended_at is not null as "isOver" from backups order by started_at')
}

test(
  'two processes make the night’s backup once; of two that administrators ask for at once none fails',
  { timeout: 240_000 },
  async () => {
    const dataDir = await createUsedDataDir()
    const store = path.join(dataDir, 'backups')
    const settings = { BACKUP_TO: store, BACKUP_AT: '00:00', CARD_SANDBOX_PORT: String(await freePort()) }
    const servers = [new ServerProcess(dataDir, settings), new ServerProcess(dataDir, settings)] as const
    await Promise.all(servers.map(async (server) => server.ready()))
    const bundles = async () => (await readdir(store)).filter((name) => name.endsWith('.backup'))
    const proven = { failure: null, proof: 'proven', isOver: true }

    await poll('the night’s backup', async () => (await listBackups(servers[0])).some(({ proof }) => proof !== null), NIGHT_MS)
    expect(await listBackups(servers[0])).toEqual([proven])

    const administrators = servers.map((server) => server.visitor())
    for (const administrator of administrators) expect((await administrator.post(accountCalls.logIn.path, ADMIN)).status).toBe(200)
    const asked = await Promise.all(administrators.map(async (administrator) => administrator.post(backupCalls.makeBackup.path, {})))
    expect(asked.map(({ status }) => status)).toEqual([200, 200])
    const rows = await poll('a proven backup besides', async () => {
      const found = await listBackups(servers[0])
      return found.slice(1).some(({ proof }) => proof !== null) && found.every(({ isOver }) => isOver) && found
    })
    expect(rows.filter(({ failure }) => failure !== null)).toEqual([])
    expect(rows.filter(({ proof }) => proof === 'proven').length).toBeGreaterThan(1)
    expect(await bundles()).toHaveLength(rows.length)
    const errors = servers.flatMap(({ log }) => log).filter(({ level }) => Number(level) >= 50)
    for (const error of errors) expect(error['said']).toMatch(/^Another backup is being verified\./)
    for (const server of servers) expect(await server.stop()).toEqual({ code: 0, signal: null })
  },
)
