import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import { COMMAND_LINE, cleanUp, programEnvironment, startServer } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'

afterAll(cleanUp)

/** Runs a command, and kills it when it says `until`. Returns whether it came to its end. */
async function run(dataDir: string, args: string[], until?: RegExp): Promise<boolean> {
  const child = spawn(process.execPath, [COMMAND_LINE, ...args], {
    env: programEnvironment(dataDir, {}),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => {
    if (until?.test(line)) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}

test('a restore killed at any point leaves what was there, and done again it ends', async () => {
  const dataDir = await createUsedDataDir()
  const bundle = path.join(dataDir, 'site.backup')
  let server = await startServer(dataDir)
  expect(await run(dataDir, ['backup', '--to', bundle])).toBe(true)
  const later = await server.customer('later@example.test')
  await server.stop()
  for (const point of [/^The backup is complete/, /^tours: /, /^indexes and foreign keys/]) {
    expect(await run(dataDir, ['restore', '--from', bundle, '--replace'], point), String(point)).toBe(false)
    server = await startServer(dataDir)
    expect((await later.movedTo(server.origin).get(bookingCalls.listTourBookings.path)).status, String(point)).toBe(200)
    await server.stop()
  }
  expect(await run(dataDir, ['restore', '--from', bundle, '--replace'])).toBe(true)
  server = await startServer(dataDir)
  expect((await later.movedTo(server.origin).get(bookingCalls.listTourBookings.path)).status).toBe(401)
  await server.stop()
})
