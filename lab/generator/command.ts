// npm run generate
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ConfigError, loadProcessConfig } from '#server/config.ts'
import { connect } from '#server/connection.ts'
import { runCommand, UsageError, type Say } from '#server/cli/command.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { generate } from './generate.ts'
import type { Amounts } from './run.ts'

const USAGE = `Usage:
  npm run generate -- --tours 1000 --bookings 5000 --people 500 [--seed 42]
Adds generated test data to the database, to try the site at that size. If you give bookings without tours or people, they get some of their own. The same seed produces the same data.`

const MOST = 10_000_000
const SEEDS = 2 ** 31
const BOOKINGS_PER_TOUR = 20
const BOOKINGS_PER_PERSON = 5

async function runGenerate(args: string[], say: Say, note?: Say): Promise<void> {
  const options = { tours: { type: 'string' }, bookings: { type: 'string' }, people: { type: 'string' }, seed: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const bookings = amount('bookings', values.bookings, 0)
  const amounts: Amounts = {
    bookings,
    tours: amount('tours', values.tours, Math.ceil(bookings / BOOKINGS_PER_TOUR)),
    people: amount('people', values.people, Math.ceil(bookings / BOOKINGS_PER_PERSON)),
  }
  if (Object.values(amounts).every((each) => each === 0)) throw new UsageError('Missing amount. Use --tours, --bookings or --people.')
  if (bookings > 0 && (amounts.tours === 0 || amounts.people === 0)) throw new UsageError('Bookings need tours and people.')
  const seed = values.seed === undefined ? randomInt(SEEDS) : amount('seed', values.seed, 0, SEEDS - 1)
  const config = loadProcessConfig()
  if (/_live_/.test(config.STRIPE_SECRET_KEY ?? ''))
    throw new ConfigError('STRIPE_SECRET_KEY is a live key: customers would see the generated data.')
  const connection = await connect(config, note)
  try {
    await prepareDatabase(connection, { ...config, isDemo: true, isDemoAdded: true }, say)
    const startedAt = performance.now()
    say(`Seed: ${seed}`)
    const run = await generate(connection.owner, { ...amounts, seed, now: new Date(), timeZone: config.AGENCY_TIME_ZONE }, say)
    await tidy(connection.owner)
    say(`Run ${run} is complete: ${written(amounts)} in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  } finally {
    await connection.stop()
  }
}

/** Gives the next reader good query plans, and spares it setting the hint bits that the writers left unset. */
async function tidy(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('vacuum (analyze)')
    // Each batch has left its own sums of every day, of which few rows remain.
    await client.query('vacuum (full, analyze) ledger_days')
    await client.query('vacuum (full, analyze) revenue_months')
    await client.query('vacuum (full, analyze) revenue_rollups')
    await client.query('vacuum (full, analyze) sales_sums')
  } finally {
    await client.end()
  }
}

function amount(name: string, text: string | undefined, otherwise: number, most = MOST): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most) throw new UsageError(`--${name}: must be a whole number from 0 to ${most}.`)
  return value
}

function written({ tours, people, bookings }: Amounts): string {
  return `${tours} tours, ${people} people and ${bookings} bookings`
}

const isDone = await runCommand({ usage: USAGE, run: runGenerate }, process.argv.slice(2), console.log, console.error)
// A refused command may have left connections open.
if (!isDone) process.exit(1)
