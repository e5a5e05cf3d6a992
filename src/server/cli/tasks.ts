import { parseArgs } from 'node:util'
import { TASK_KINDS } from '#shared/tasks/staff.ts'
import { decideBooking } from '#server/features/cancellations/decisions.ts'
import { disownPayment, takeUpPayment } from '#server/features/reconciliation/books/taking-up.ts'
import { payBack } from '#server/features/refunds/pay-back.ts'
import { answerQuestion } from '#server/features/refunds/questions.ts'
import { retryRefund } from '#server/features/refunds/replacement.ts'
import { settleElsewhere } from '#server/features/refunds/settlement.ts'
import { decideWrongPayment } from '#server/features/fulfilment/quarantine/flows.ts'
import { operator } from '#server/features/audit/commands.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders/commands.ts'
import { assignTask, closeByNote } from '#server/features/tasks/commands.ts'
import { findTask, listOpenTasks, type TaskRow } from '#server/features/desk/tasks/queries.ts'
import { decideAs } from '#server/lib/actor-locks.ts'
import type { Database } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import type { Command, Say } from './command.ts'
import { getStaffId } from './named-staff.ts'
import { withDeps } from './with-deps.ts'

const PAGE = 200

const USAGE = `Usage:
  npm run tasks -- list
  npm run tasks -- show 5b0e6d1c
  npm run tasks -- assign 5b0e6d1c --to ada@example.com --by ada@example.com
  npm run tasks -- close 5b0e6d1c --outcome "Telephoned: they come" --by ada@example.com    where no decision about money ends it
  npm run tasks -- retry 5b0e6d1c      sends a refund again that has not gone through
  npm run tasks -- settle 5b0e6d1c --reference "Transfer 4711"    notes that such a refund was paid another way
  npm run tasks -- confirm 5b0e6d1c    confirms the booking with a payment that is not what was agreed
  npm run tasks -- refund 5b0e6d1c     gives back what is left of such a payment, and frees the seats
  npm run tasks -- keep 5b0e6d1c       keeps a booking whose payment is disputed or was refunded outside, with its seats
  npm run tasks -- withdraw 5b0e6d1c   cancels such a booking and frees its seats; no money moves
  npm run tasks -- same 5b0e6d1c       notes that a refund made outside was made in the place of the one that had failed
  npm run tasks -- other 5b0e6d1c      notes that it is another one
  npm run tasks -- take-up 5b0e6d1c --reference M-7K3P9XQD    books a payment that we did not know for a booking
  npm run tasks -- disown 5b0e6d1c --reference "Our other shop"    notes that such a payment is not ours, or has been given back there
  npm run tasks -- paid-back 5b0e6d1c --reference "Transfer 4711"    notes that money was paid back by hand
Name a task by its id or the beginning of it. Whatever is decided about one needs --by: the email address of whoever of the staff has
decided, and whose role includes it (npm run create-admin makes the first account). Refunds and emails go out while the site is running.`

const DOABLE = [
  'list',
  'show',
  'assign',
  'close',
  'retry',
  'settle',
  'confirm',
  'refund',
  'keep',
  'withdraw',
  'same',
  'other',
  'take-up',
  'disown',
  'paid-back',
] as const

function isDoable(command: string | undefined): command is (typeof DOABLE)[number] {
  return DOABLE.includes(command as (typeof DOABLE)[number])
}

export const tasks: Command = { usage: USAGE, run: runTasks }

async function runTasks(args: string[], say: Say): Promise<void> {
  const options = { outcome: { type: 'string' }, by: { type: 'string' }, to: { type: 'string' }, reference: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [command, name = ''] = positionals
  if (!isDoable(command)) throw new Error(`Say what to do: ${DOABLE.join(', ')}.`)
  const outcome = values.outcome?.trim() ?? ''
  if (command === 'close' && outcome === '') throw new Error('How was it settled? Say so with --outcome.')
  const reference = values.reference?.trim() ?? ''
  if ((command === 'settle' || command === 'paid-back') && reference === '') throw new Error('How was it paid? Say so with --reference.')
  if (command === 'disown' && reference === '') throw new Error('Whose is it, or what has become of it? Say so with --reference.')
  if (command === 'take-up' && reference === '') throw new Error('Which booking does it pay for? Say so with --reference.')
  if (command === 'assign' && !values.to) throw new Error('Who takes it? Say so with --to.')
  const isDecision = command !== 'list' && command !== 'show'
  if (isDecision && !values.by) throw new Error('Whose decision is it? Say so with --by.')
  await withDeps(say, async (deps) => {
    const { db, now } = deps
    if (command === 'list') return list(db, say)
    const task = await findTask(db, name)
    if (!task) throw new Error(`There is no task ${name}. Name it by its id, or by a beginning that no other has.`)
    if (command === 'show') return show(task, say)
    const actor = operator(await getStaffId(db, values.by ?? ''))
    switch (command) {
      case 'assign': {
        const to = await getStaffId(db, values.to ?? '')
        await decideAs(db, actor, 'tasks.assign', async (trx) => assignTask(trx, actor, task.id, to))
        return say(`${shortId(task)} is assigned to ${values.to}.`)
      }
      case 'retry':
        return say(`Refund ${await retryRefund(deps, actor, task.id)} is on its way to the card provider.`)
      case 'confirm':
      case 'refund':
        await decideWrongPayment(deps, actor, task.id, command)
        return say(command === 'confirm' ? 'The booking is confirmed.' : 'The money goes back.')
      case 'settle':
        await settleElsewhere(deps, actor, task.id, reference)
        return say('The refund counts as paid another way.')
      case 'keep':
      case 'withdraw':
        await decideBooking(deps, actor, task.id, command === 'keep' ? 'keep' : 'cancel')
        return say(command === 'keep' ? 'The booking is kept.' : 'The booking is cancelled.')
      case 'same':
      case 'other':
        await answerQuestion(deps, actor, task.id, command)
        return say(command === 'same' ? 'The refund that had failed counts as made.' : 'The refunds are kept apart.')
      case 'take-up':
        await takeUpPayment(deps, actor, task.id, reference)
        return say('The payment is taken up: it has a task of its own now.')
      case 'disown':
        await disownPayment(deps, actor, task.id, reference)
        return say('The payment counts as not ours.')
      case 'paid-back':
        await payBack(deps, actor, task.id, reference)
        return say('The refund counts as paid back.')
      case 'close':
        await db.transaction().execute(async (trx) => closeByNote(trx, actor, { taskId: task.id, outcome, now: now() }, refuseOwnBooking))
        return say(`${shortId(task)} is closed.`)
    }
  })
}

async function list(db: Database, say: Say): Promise<void> {
  let page = await listOpenTasks(db, PAGE)
  if (page.length === 0) say('No open tasks.')
  while (page.length > 0) {
    for (const task of page) {
      const due = task.due_at && `(due ${minuteOf(task.due_at)})`
      const taken = task.assignee_email && `(${task.assignee_email})`
      const facts = [shortId(task), minuteOf(task.opened_at), task.reference ?? '-', TASK_KINDS[task.kind], due, taken]
      say(facts.filter((fact) => fact !== null).join('  '))
    }
    page = page.length < PAGE ? [] : await listOpenTasks(db, PAGE, page.at(-1))
  }
}

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
    Person: task.person_email && `${task.person_name} <${realAddress(task.person_email) ?? 'no email address'}>`,
    Assigned: task.assignee_email,
    Closed: task.closed_at?.toISOString(),
    By: task.closed_at && (task.closer_email ?? 'the site itself, or somebody whose account is gone'),
    Outcome: task.outcome,
  }
  for (const [label, value] of Object.entries(facts)) if (value) say(`${label.padEnd(8)} ${value}`)
}

function minuteOf(moment: Date): string {
  return moment.toISOString().slice(0, 16)
}

function shortId({ id }: TaskRow): string {
  return id.slice(0, 8)
}
