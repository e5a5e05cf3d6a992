import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { projectRoot } from '../../src/server/config/root.ts'
import { poll } from '../../tests/support/poll.ts'
import { COMMAND_LINE, programEnvironment } from '../../tests/support/server-process.ts'
import type { Site } from './site.ts'

/** Longer than any hold, any pause between two tries, and the life of an idempotency key. */
const NIGHT_MINUTES = 26 * 60
const QUIET_MS = 60_000

/** `code` is 1 when a difference between the books and the provider remains. */
export interface NightResult {
  code: number | null
  output: string
}

/** Ends all trouble, lets a day pass and reconciles once, as the site does every night. */
export async function passNight(site: Site): Promise<NightResult> {
  await site.turn({ sky: 'calm', fault: '' })
  await site.tell('balance')
  await site.tell('drain')
  await site.passTime(NIGHT_MINUTES)
  await site.tell('drain')
  const result = await runCommand(site, 'reconcile')
  // Anything still busy is found and named by the comparison.
  await poll('the queue to be empty', async () => isQuiet(site), QUIET_MS).catch(() => undefined)
  return result
}

async function runCommand(site: Site, name: string): Promise<NightResult> {
  const { port } = await site.server.sandbox()
  const child = spawn(process.execPath, [COMMAND_LINE, name], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: programEnvironment(site.dataDir, { ...site.environment, CARD_SANDBOX_PORT: String(port) }),
  })
  // The command would keep the database running after we exit.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  process.off('exit', end)
  return { code, output: `${stdout}${stderr}` }
}

async function isQuiet(site: Site): Promise<boolean> {
  await site.tell('drain')
  const [left] = await site.server.query<{ count: string }>(
    `select (select count(*) from mails where sent_at is null and failure is null)
    + (select count(*) from refunds join payments on payments.id = payment_id where state = 'requested' and provider_payment_id is not null)
    + (select count(*) from reservations join bookings on bookings.id = booking_id where status = 'pending')
    + (select count(*) from departure_cancellations where finished_at is null)
    + (select count(*) from provider_events where processed_at is null) as count`,
  )
  return Number(left?.count) === 0
}
