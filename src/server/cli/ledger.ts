import { parseArgs } from 'node:util'
import { isDay } from '#shared/dates.ts'
import { formatProviderMoney } from '#shared/money.ts'
import { findBookingId } from '#server/features/bookings/records.ts'
import { contractLedger } from '#server/features/ledger/contract.ts'
import { remakeDays } from '#server/features/ledger/days.ts'
import { remakeRevenue } from '#server/features/ledger/revenue-sums.ts'
import { trialBalance } from '#server/features/ledger/balances.ts'
import { listPostings } from '#server/features/ledger/booking-sums.ts'
import type { Database } from '#server/lib/db.ts'
import { UsageError, type Command, type Say } from './command.ts'
import { withDeps, withOwner } from './with-deps.ts'

const USAGE = `Usage:
  npm run ledger -- trial-balance [--on 2026-11-25] [--json]    shows each account’s balance, today or at the end of a given day
  npm run ledger -- journal --booking M-7K3P9XQD [--json]       shows everything posted for a booking
  npm run ledger -- remake-days                                 rebuilds the daily totals and the monthly totals by tour from the postings
  npm run ledger -- contract                                    drops what only earlier versions use, once none are running
Debits are positive, credits negative. For JSON without npm’s own lines: npm run --silent ledger -- trial-balance --json`

export const ledger: Command = { usage: USAGE, run: runLedger }

async function runLedger(args: string[], say: Say, note?: Say): Promise<void> {
  const options = { on: { type: 'string' }, booking: { type: 'string' }, json: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [command] = positionals
  if (!isCommand(command)) throw new UsageError('Missing command. Use one of: trial-balance, journal, remake-days, contract.')
  if (values.on !== undefined && !isDay(values.on)) throw new UsageError('Enter the day in the format 2026-11-25.')
  if (command === 'journal' && !values.booking) throw new UsageError('Missing --booking.')
  if (command === 'contract') return contract(say, note)
  await withDeps(note, async ({ db }) => {
    if (command === 'journal') return sayJournal(db, values.booking ?? '', values.json, say)
    if (command === 'trial-balance') return sayBalances(await trialBalance(db, values.on), values.json, say)
    await remakeDays({ db })
    await remakeRevenue({ db })
    say('Daily totals and monthly totals by tour rebuilt from the postings.')
  })
}

async function contract(say: Say, note?: Say): Promise<void> {
  await withOwner(note, async (owner) => {
    const isNew = await contractLedger(owner)
    say(isNew ? 'Done. Earlier versions can no longer run on this database.' : 'Already done.')
  })
}

const COMMANDS = ['trial-balance', 'journal', 'remake-days', 'contract'] as const

function isCommand(given: string | undefined): given is (typeof COMMANDS)[number] {
  return (COMMANDS as readonly (string | undefined)[]).includes(given)
}

function sayBalances(balances: Awaited<ReturnType<typeof trialBalance>>, isJson: boolean, say: Say): void {
  if (isJson) return say(JSON.stringify(balances))
  if (balances.length === 0) return say('No entries.')
  for (const { account, currency, cents } of balances) say(`${account.padEnd(20)} ${formatProviderMoney(cents, currency).padStart(20)}`)
}

async function sayJournal(db: Database, reference: string, isJson: boolean, say: Say): Promise<void> {
  const id = await findBookingId(db, reference)
  if (id === undefined) throw new Error(`No booking ${reference}.`)
  const lines = await listPostings(db, id)
  if (isJson) return say(JSON.stringify(lines))
  if (lines.length === 0) return say('No entries for this booking.')
  for (const { entry, postedOn, kind, account, cents, currency } of lines)
    say(
      `${postedOn}  ${String(entry).padStart(8)}  ${kind.padEnd(12)} ${account.padEnd(20)} ${formatProviderMoney(cents, currency).padStart(20)}`,
    )
}
