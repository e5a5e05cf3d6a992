import { parseArgs } from 'node:util'
import { formatProviderMoney } from '#shared/money.ts'
import { type DailyBalance, differenceOf, isSame } from '#server/features/reconciliation/differences.ts'
import { compareBalance } from '#server/features/reconciliation/balance.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { createRun } from '#server/features/reconciliation/run.ts'
import { reconcile as settleOpenWork } from '#server/features/reconciliation/sweep.ts'
import { countTasksSince } from '#server/features/tasks/tasks.ts'
import { UsageError, type Command, type Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run reconcile [-- --days 4]
Reconciles our books for the last few days, including today, with the card provider's, and imports anything we missed.`

const MAX_DAYS = 90
/** An hour, since no queue limits the time of a command. */
const LIMIT_MS = 60 * 60_000

/** Exits with 1 if a difference remains or something was not compared. */
export const reconcile: Command = { usage: USAGE, run: runReconcile }

async function runReconcile(args: string[], say: Say, note?: Say): Promise<void> {
  const { values } = parseArgs({ args, options: { days: { type: 'string', default: '4' } } })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) throw new UsageError(`--days must be 1 to ${MAX_DAYS}.`)
  await withDeps(note, async (deps, log) => {
    const startedAt = deps.now()
    await settleOpenWork(deps, log, 0)
    const { balances, failures } = await compareBooks(deps, log, { days, ageMs: 0, limitMs: LIMIT_MS })
    const run = createRun(deps, log, LIMIT_MS)
    await run.attempt('the balance', async () => compareBalance(run))
    failures.push(...run.failures)
    for (const balance of balances) sayBalance(balance, say)
    if (balances.length === 0 && failures.length === 0)
      say(days === 1 ? 'No transactions today.' : `No transactions in the last ${days} days.`)
    for (const failure of failures) say(`Not reconciled: ${failure}`)
    const opened = await countTasksSince(deps.db, startedAt)
    say(`Tasks opened: ${opened}${opened > 0 ? ' (npm run tasks -- list)' : ''}`)
    const isEqual = balances.every(({ ours, theirs }) => isSame(ours, theirs))
    if (!isEqual || failures.length > 0) process.exitCode = 1
  })
}

function sayBalance({ day, currency, ours, theirs }: DailyBalance, say: Say): void {
  const more = differenceOf(ours, theirs)
  const line = (what: string, [one, other, difference]: string[]) =>
    say(`${day}  ${what}  ours ${one?.padEnd(22)}  theirs ${other?.padEnd(22)}  difference ${difference}`)
  const written = (count: number, cents: number) => `${count} of ${formatProviderMoney(cents, currency)}`
  line(
    'payments',
    [ours, theirs, more].map((each) => written(each.payments, each.paidCents)),
  )
  line(
    'refunds ',
    [ours, theirs, more].map((each) => written(each.refunds, each.refundedCents)),
  )
}
