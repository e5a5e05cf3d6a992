import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Role } from '#shared/accounts/public.ts'
import { ADVICE } from '#shared/tasks/causes.ts'
import type { StaffTask } from '#shared/tasks/staff.ts'
import { TaskCard } from './task-card.tsx'
import { consequence } from './task-acts.ts'

const ID = 'R9v74CyvmHl1Fkovzqcu82g1'
const TASK: StaffTask = {
  id: 't1',
  kind: 'dispute_opened',
  cause: `Payment pi_${ID} is disputed (du_${ID}).`,
  openedAt: '2026-11-22T10:00:00.000Z',
  dueAt: null,
  assignee: null,
  person: { id: 'u1', name: 'Ada Disputed', email: 'ada@example.test' },
  booking: { id: 'b1', reference: 'M-7K3P9XQD', total: '$2,180.00' },
  payment: { id: `pi_${ID}`, left: '$2,180.00' },
  refund: null,
}

function cardOf(task: StaffTask, role: Role): string {
  const nothing = () => undefined
  const props = {
    task,
    role,
    isOwn: false,
    isAboutOwn: false,
    now: Date.parse(task.openedAt),
    onAct: nothing,
    onTake: nothing,
    onPutBack: nothing,
  }
  return renderToStaticMarkup(
    <MemoryRouter>
      <TaskCard {...props} personPath={({ id }) => `/people/${id}`} />
    </MemoryRouter>,
  )
}

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ')

test('a task’s card links its booking and customer, and shortens the card provider’s ids', () => {
  const html = cardOf(TASK, 'manager')
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)].map(([, path, text]) => [text, path])
  expect(links).toEqual([
    ['M-7K3P9XQD', '/admin/bookings/b1'],
    ['Ada Disputed', '/people/u1'],
  ])
  expect(textOf(html)).toContain('du_R9v7…82g1')
  expect(textOf(html)).not.toContain(ID)
})

test('a failed refund’s card says the reason in words', () => {
  const cause = `Refund re_${ID} of $5.00 did not go through (expired_or_canceled_card). Send it again.`
  expect(textOf(cardOf({ ...TASK, kind: 'refund_failed', cause }, 'manager'))).toContain('(the card has expired or was cancelled)')
})

test('a task that only managers can decide says so to other staff, and has no Close button', () => {
  for (const kind of ['dispute_opened', 'blind_close', 'least_group', 'books_differ'] as const) {
    const text = textOf(cardOf({ ...TASK, kind }, 'staff'))
    expect(text, kind).toContain('Only a manager can decide this')
    expect(text, kind).not.toContain('Close')
  }
  const own = textOf(cardOf({ ...TASK, kind: 'note' }, 'staff'))
  expect(own).toContain('Close')
  expect(own).not.toContain('Only a manager can decide this')
})

test('a task’s card leaves out the advice for staff who can’t decide', () => {
  const cause = `Refund re_1 of $5.00 did not go through (unknown). ${ADVICE.refundFailed}`
  const [staff, manager] = (['staff', 'manager'] as const).map((role) => textOf(cardOf({ ...TASK, kind: 'refund_failed', cause }, role)))
  expect(manager).toContain('Resend it, or repay')
  expect(staff).not.toContain('Resend')
  expect(staff).toContain('Only a manager can decide this. Assign it to one.')
})

test('a task about a customer without an email address says so, and promises no email', () => {
  const task = { ...TASK, person: { id: 'u1', name: 'Percy Phone', email: null } }
  expect(textOf(cardOf(task, 'manager'))).toMatch(/Percy Phone\s+, no email address/)
  for (const act of ['confirm', 'refund', 'withdraw'] as const) {
    expect(consequence(act, task)).toContain('Percy Phone has no email address, so please call.')
    expect(consequence(act, task)).not.toMatch(/we’ll email|by email|notified/)
    expect(consequence(act, TASK)).toMatch(/we’ll email|by email|emailed/)
  }
})
