import { parseArgs } from 'node:util'
import { TASK_KINDS } from '#shared/tasks.ts'
import { retryRefund } from '#server/features/payments/refunds/replacement.ts'
import { decideWrongPayment } from '#server/features/payments/quarantine/flows.ts'
import { closeTask } from '#server/features/tasks/commands.ts'
import { findTask, listOpenTasks, type TaskRow } from '#server/features/tasks/queries.ts'
import type { Database } from '#server/lib/db.ts'
import type { Command, Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const PAGE = 200

const USAGE = `Usage:
  npm run tasks -- list
  npm run tasks -- show 5b0e6d1c
  npm run tasks -- close 5b0e6d1c --outcome "Paid back by transfer, reference 4711"
  npm run tasks -- retry 5b0e6d1c
  npm run tasks -- confirm 5b0e6d1c
  npm run tasks -- refund 5b0e6d1c
A refund that has not gone through is sent again by retry, while the site is running. The last two decide about a payment that is not
what was agreed. Name a task by its id or the beginning of it.`

const DOABLE = ['list', 'show', 'close', 'retry', 'confirm', 'refund'] as const

function isDoable(command: string | undefined): command is (typeof DOABLE)[number] {
  return DOABLE.includes(command as (typeof DOABLE)[number])
}

/** `npm run tasks`: what needs a person's attention, until the console shows it. */
export const tasks: Command = { usage: USAGE, run: runTasks }

async function runTasks(args: string[], say: Say): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { outcome: { type: 'string' } } })
  const [command, name = ''] = positionals
  if (!isDoable(command)) throw new Error(`Say what to do: ${DOABLE.join(', ')}.`)
  const outcome = values.outcome?.trim() ?? ''
  if (command === 'close' && outcome === '') throw new Error('How was it settled? Say so with --outcome.')
  await withDeps(say, async (deps) => {
    const { db, now } = deps
    if (command === 'list') return list(db, say)
    const task = await findTask(db, name)
    if (!task) throw new Error(`There is no task ${name}.`)
    if (command === 'show') return show(task, say)
    if (command === 'retry') return say(`Refund ${await retryRefund(deps, task.id, null)} is on its way to the card provider.`)
    if (command === 'confirm' || command === 'refund') {
      await decideWrongPayment(deps, task.id, command, null)
      return say(command === 'confirm' ? 'The booking is confirmed.' : 'The money goes back.')
    }
    await db.transaction().execute((trx) => closeTask(trx, task.id, null, outcome, now()))
    say(`${shortId(task)} is closed.`)
  })
}

async function list(db: Database, say: Say): Promise<void> {
  let page = await listOpenTasks(db, PAGE)
  if (page.length === 0) say('No open tasks.')
  while (page.length > 0) {
    for (const task of page) {
      say([shortId(task), task.opened_at.toISOString().slice(0, 16), task.reference ?? '-', TASK_KINDS[task.kind]].join('  '))
    }
    page = page.length < PAGE ? [] : await listOpenTasks(db, PAGE, page.at(-1))
  }
}

/** Prints all that is known about a task, one fact per line. */
function show(task: TaskRow, say: Say): void {
  say(TASK_KINDS[task.kind])
  say(task.cause)
  const facts: Record<string, string | null | undefined> = {
    Task: task.id,
    Opened: task.opened_at.toISOString(),
    Due: task.due_at?.toISOString(),
    Booking: task.reference,
    Payment: task.provider_payment_id,
    Refund: task.refund_id,
    Person: task.user_id,
    Closed: task.closed_at?.toISOString(),
    Outcome: task.outcome,
  }
  for (const [label, value] of Object.entries(facts)) if (value) say(`${label.padEnd(8)} ${value}`)
}

function shortId({ id }: TaskRow): string {
  return id.slice(0, 8)
}
