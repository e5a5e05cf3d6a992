import { parseArgs } from 'node:util'
import { causeText } from '#shared/tasks/causes.ts'
import { TASK_KINDS } from '#shared/tasks/staff.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { decideBooking } from '#server/features/cancellations/decisions.ts'
import { findTask, listOpenTasks, type TaskRow } from '#server/features/desk/tasks.ts'
import { decideWrongPayment } from '#server/features/fulfilment/quarantine.ts'
import { disownPayment, takeUpPayment } from '#server/features/reconciliation/unknown-payments.ts'
import { answerQuestion, payBack, retryRefund, settleElsewhere } from '#server/features/refunds/refunds.ts'
import { assignTask, closeByNote } from '#server/features/tasks/tasks.ts'
import { decideAs, operator } from '#server/lib/actors.ts'
import type { Database } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { getStaffId, UsageError, type Command, type Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const PAGE = 200

const USAGE = `Usage:
  npm run tasks -- list
  npm run tasks -- show 5b0e6d1c
  npm run tasks -- assign 5b0e6d1c --to ada@example.com --by ada@example.com
  npm run tasks -- close 5b0e6d1c --outcome "Telephoned: they come" --by ada@example.com    closes a task that needs no payment decision
  npm run tasks -- retry 5b0e6d1c      resends a failed refund
  npm run tasks -- settle 5b0e6d1c --reference "Transfer 4711"    marks a failed refund as paid another way
  npm run tasks -- confirm 5b0e6d1c    accepts a payment of the wrong amount and confirms the booking
  npm run tasks -- refund 5b0e6d1c     refunds what’s left of such a payment and releases the seats
  npm run tasks -- keep 5b0e6d1c       keeps a booking, and its seats, whose payment is disputed or was refunded outside
  npm run tasks -- withdraw 5b0e6d1c   cancels such a booking and releases its seats; no money is moved
  npm run tasks -- same 5b0e6d1c       matches a refund made outside to the one that failed
  npm run tasks -- other 5b0e6d1c      marks it as a different refund
  npm run tasks -- take-up 5b0e6d1c --reference M-7K3P9XQD    records an unknown payment against a booking
  npm run tasks -- disown 5b0e6d1c --reference "Our other shop"    marks an unknown payment as not ours, or as refunded at the provider
  npm run tasks -- paid-back 5b0e6d1c --reference "Transfer 4711"    marks a manual repayment as made
Name a task by its ID or the start of it. Decisions need --by: the email address of the staff member who decided, whose role must allow it (npm run create-admin creates the first account). Refunds and emails are only sent while the site is running.`

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

async function runTasks(args: string[], say: Say, note?: Say): Promise<void> {
  const options = { outcome: { type: 'string' }, by: { type: 'string' }, to: { type: 'string' }, reference: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [command, name = ''] = positionals
  if (!isDoable(command)) throw new UsageError(`Missing command. Use one of: ${DOABLE.join(', ')}.`)
  const outcome = values.outcome?.trim() ?? ''
  if (command === 'close' && outcome === '') throw new UsageError('Missing --outcome: how was it resolved?')
  const reference = values.reference?.trim() ?? ''
  if ((command === 'settle' || command === 'paid-back') && reference === '') throw new UsageError('Missing --reference: how was it paid?')
  if (command === 'disown' && reference === '') throw new UsageError('Missing --reference: whose payment is it, or what happened to it?')
  if (command === 'take-up' && reference === '') throw new UsageError('Missing --reference: which booking is it for?')
  if (command === 'assign' && !values.to) throw new UsageError('Missing --to: who should have it?')
  const isDecision = command !== 'list' && command !== 'show'
  if (isDecision && !values.by) throw new UsageError('Missing --by: whose decision is it?')
  await withDeps(note, async (deps) => {
    const { db, now } = deps
    if (command === 'list') return list(db, say)
    const task = await findTask(db, name)
    if (!task) throw new Error(`No task ${name}. Use its ID or a unique start of it.`)
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
        return say(command === 'confirm' ? 'The booking is confirmed.' : 'Payment refunded.')
      case 'settle':
        await settleElsewhere(deps, actor, task.id, reference)
        return say('Refund marked as paid another way.')
      case 'keep':
      case 'withdraw':
        await decideBooking(deps, actor, task.id, command === 'keep' ? 'keep' : 'cancel')
        return say(command === 'keep' ? 'The booking is kept.' : 'The booking is cancelled.')
      case 'same':
      case 'other':
        await answerQuestion(deps, actor, task.id, command)
        return say(command === 'same' ? 'The failed refund is marked as made.' : 'Marked as a different refund.')
      case 'take-up':
        await takeUpPayment(deps, actor, task.id, reference)
        return say('Payment imported. It now has its own task.')
      case 'disown':
        await disownPayment(deps, actor, task.id, reference)
        return say('Marked as not our payment.')
      case 'paid-back':
        await payBack(deps, actor, task.id, reference)
        return say('Marked as repaid.')
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
  say(causeText(task))
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
    By: task.closed_at && (task.closer_email ?? 'the site itself, or a deleted account'),
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
