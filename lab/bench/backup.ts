// Backs up and restores the business of a large agency, and compares checkouts beside a backup with those between two:
//   npm run bench:backup [-- --data folder] [--files 2000] [--rounds 3]
// Generating it takes minutes; --data keeps it for the next run, also for bench:desk.
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { generateIdentity } from 'age-encryption'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import { pathOf } from '../../src/shared/contract.ts'
import { createCheckout, releaseSeats } from '../../src/shared/payments/checkout-calls.ts'
import type { Tour } from '../../src/shared/tours/public.ts'
import { sessionOf } from '../../tests/support/browser.ts'
import { dayAhead, DAYS_TO_TELL_APART } from '../../tests/support/days.ts'
import { BUILD, COMMAND_LINE, programEnvironment, ServerProcess } from '../../tests/support/server-process.ts'
import type { WebBrowser } from '../../tests/support/web-browser.ts'
import { DESK, generate, openFolder } from './generated.ts'
import { percentile } from './programs.ts'

const options = {
  data: { type: 'string' },
  files: { type: 'string', default: '2000' },
  rounds: { type: 'string', default: '3' },
} as const
const { values } = parseArgs({ options })
const FILE_BYTES = 400_000
const BOOKED = ['tokyo-and-mount-fuji', 'kyoto-temples-and-tea', 'bali-family-circle', 'denpasar-sanur-and-the-highlands']
/** One begins a checkout now and then: a crowd of its own would measure the crowd. */
const PAUSE_MS = 50
const ALONE_SECONDS = 20
const MAX_RATIO = 1.3
const MAX_MB = 300
const MOST = '1000000'
const print = (line: string) => process.stdout.write(`${line}\n`)
const misses: string[] = []

const { folder, done } = openFolder(values.data)
generate(folder, 'desk', DESK)
const [site, store, copy] = ['desk', `backups-${randomUUID()}`, `copy-${randomUUID()}`].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
]
const settings = { BACKUP_KEY: await generateIdentity(), LOG_LEVEL: 'warn' }

/** Runs a command, and prints its last line and the most memory that it had. */
async function run(dataDir: string, ...command: string[]): Promise<void> {
  const environment = programEnvironment(dataDir, settings)
  const child = spawn(process.execPath, [COMMAND_LINE, ...command], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  let kilobytes = 0
  const watch = setInterval(() => (kilobytes = Math.max(kilobytes, peakOf(child.pid))), 200)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(said)
  const megabytes = Math.round(kilobytes / 1000)
  print(`${command[0]}: ${said.trim().split('\n').at(-1)} ${megabytes} MB resident at most`)
  if (megabytes > MAX_MB) misses.push(`${command[0]}: ${megabytes} MB`)
}

function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Files that do not compress, as photographs of requests for a vehicle. */
async function fillFiles(program: ServerProcess): Promise<void> {
  const [{ there } = { there: 0 }] = await program.query<{ there: number }>('select count(*)::integer as there from vehicle_photos')
  mkdirSync(path.join(site, 'uploads'), { recursive: true, mode: 0o700 })
  for (let n = there; n < Number(values.files); n += 1) {
    const name = `${randomUUID()}.jpg`
    writeFileSync(path.join(site, 'uploads', name), randomBytes(FILE_BYTES))
    await program.query(
      `insert into vehicle_photos (id, user_id, booking_id, name, path, width, height, bytes)
       select gen_random_uuid(), user_id, id, 'room.jpg', $1, 1600, 1200, $2 from bookings where kind = 'vehicle' limit 1`,
      [name, FILE_BYTES],
    )
  }
}

const limits = {
  CHECKOUTS_PER_ACCOUNT: MOST,
  OPEN_HOLDS_PER_ACCOUNT: MOST,
  OPEN_HOLDS_UNCONFIRMED: MOST,
  OPEN_HOLDS_UNCONFIRMED_PER_ADDRESS: MOST,
  OPEN_CATALOGUE: '1',
}
const program = await new ServerProcess(site, { ...settings, ...limits }, ...HEAP_FLAGS, BUILD).ready()
await fillFiles(program)
for (const tour of BOOKED) await program.pricesAreThere(tour)
const tours = await Promise.all(BOOKED.map(async (id) => program.visitor().tour(id)))
let booked = 0

/** Returns the milliseconds of each checkout that begins until `isOver`. */
async function checkOut(isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  const visitor = await program.customer(`backup-${randomUUID()}@example.test`)
  while (!isOver()) {
    const { id, stripePriceId } = tours[booked % tours.length] as Tour
    const travelDate = dayAhead(Math.floor(booked / tours.length) % DAYS_TO_TELL_APART)
    const before = performance.now()
    const response = await visitor.post(createCheckout.path, {
      priceId: stripePriceId,
      tour_id: id,
      totalGuests: 1,
      travelDate,
    })
    times.push(performance.now() - before)
    booked += 1
    if (response.status !== 200) throw new Error(response.text)
    await giveBack(visitor, sessionOf((response.json as { url: string }).url))
    await pause(PAUSE_MS)
  }
  return times
}

async function giveBack(visitor: WebBrowser, session: string): Promise<void> {
  const [row] = await program.query<{ id: string }>('select booking_id as id from payment_attempts where session_id = $1', [session])
  const { status, text } = await visitor.post(pathOf(releaseSeats, { id: row?.id ?? '' }), {})
  if (status !== 200) throw new Error(text)
}

const between = async () => {
  const end = performance.now() + ALONE_SECONDS * 1000
  return checkOut(() => performance.now() > end)
}
// The first writes all the files, and fills the caches.
await Promise.all([run(site, 'backup', '--to', store), between()])
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const alone = await between()
  let isMade = false
  const backup = run(site, 'backup', '--to', store).finally(() => (isMade = true))
  const [beside] = await Promise.all([checkOut(() => isMade), backup])
  const [before, meanwhile] = [alone, beside].map((times) => [percentile(times, 0.5), percentile(times, 0.95)]) as [number[], number[]]
  const ratios = before.map((ms, index) => (meanwhile[index] ?? 0) / ms)
  const shown = (times: number[]) => times.map((ms) => ms.toFixed(1)).join(' and ')
  print(
    `checkouts, p50 and p95: ${shown(before)} ms alone, ${shown(meanwhile)} beside it: × ${ratios.map((each) => each.toFixed(2)).join(', ')}`,
  )
  if ((ratios[0] ?? 0) > MAX_RATIO) misses.push(`checkouts beside a backup: × ${ratios[0]?.toFixed(2)}`)
}
await program.stop()
await run(copy, 'restore', '--from', store)
for (const each of [store, copy]) rmSync(each, { recursive: true })
done()
for (const miss of misses) print(`missed: ${miss}`)
if (misses.length > 0) process.exitCode = 1
