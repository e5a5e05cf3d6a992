import { expect, test } from 'vitest'
import type { ReadAuditEntry } from '#shared/audit/staff.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { amountText, sumText } from '#web/lib/amounts.ts'
import { eventsOf } from './story-events.ts'
import { causeOf } from './story-texts.ts'

const at = (minute: number) => `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`

const STORY: ReadStory = {
  booking: {
    id: 'b1',
    reference: 'M-1',
    kind: 'tour',
    status: 'cancelled',
    title: 'Kyoto',
    startsOn: '2027-03-01',
    createdAt: at(0),
    total: '1090.00',
    currency: 'usd',
    tourId: 'kyoto',
    guests: 1,
    customer: { id: 'u1', name: 'Ada', email: 'ada@example.test' },
    paymentId: 'pi_1',
    openTasks: 1,
    confirmedAt: at(2),
    cancelledAt: at(5),
    expiredAt: null,
    withdrawnAt: null,
    cancelReason: 'A broken leg',
    policy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
    travellers: [],
    reservation: null,
    phone: null,
    emailsTo: { email: 'ada@example.test', asked: null },
    contact: null,
  },
  attempts: [
    {
      id: 'a1',
      status: 'complete',
      amount: '1090.00',
      currency: 'usd',
      sessionId: 'cs_1',
      createdAt: at(1),
      expiresAt: at(31),
      closedAt: at(2),
    },
  ],
  payments: [
    {
      id: 'p1',
      providerId: 'pi_1',
      reference: null,
      recordedBy: null,
      role: 'primary',
      amount: '1090.00',
      currency: 'usd',
      returned: '0.00',
      method: 'card',
      receiptUrl: null,
      paidAt: at(2),
      lost: '0.00',
      disputes: [],
    },
  ],
  refunds: [
    {
      id: 'r1',
      paymentId: 'p1',
      providerId: 're_1',
      state: 'failed',
      cause: 'cancellation',
      amount: '1090.00',
      currency: 'usd',
      failure: 'lost_or_stolen_card',
      reason: null,
      replaces: null,
      createdAt: at(5),
    },
  ],
  emails: [
    {
      id: 'e1',
      template: 't',
      recipient: 'a',
      subject: 'Confirmed',
      text: 'Hello',
      createdAt: at(2),
      sentAt: at(3),
      failedAt: null,
      failure: null,
    },
  ],
  decisions: [],
  tasks: [
    {
      id: 't1',
      kind: 'refund_failed',
      cause: 'The bank refused it.',
      openedAt: at(6),
      dueAt: null,
      closedAt: at(8),
      outcome: 'Paid in cash',
    },
  ],
  notes: [{ id: 'n1', body: 'Call her', writtenBy: 'Sam Staff', writtenAt: at(7) }],
}

const entry = (action: string, rest: Partial<ReadAuditEntry> = {}): ReadAuditEntry => ({
  id: 1,
  recordedAt: at(9),
  actor: { id: 's1', name: 'Mia Manager', email: null },
  via: 'site',
  action,
  subject: { kind: 'booking', id: 'b1' },
  networkAddress: null,
  before: null,
  after: null,
  texts: null,
  currency: 'usd',
  ...rest,
})

test('events are newest first, each with who and why', () => {
  const audit = [entry('refund.retried', { before: { status: 'open' }, after: { status: 'closed', amountCents: 109_000, refundId: 'r2' } })]
  expect(eventsOf(STORY, audit).map(({ title, by, text }) => [title, by, text])).toEqual([
    ['Resent a refund', 'Mia Manager', 'status: open → closed, amount: $1,090.00'],
    ['Task closed: Failed refund', undefined, 'Paid in cash'],
    ['Note', 'Sam Staff', 'Call her'],
    ['Task: Failed refund', undefined, 'The bank refused it.'],
    ['Booking cancelled', undefined, 'A broken leg'],
    ['Refund of $1,090.00: failed (the card was reported lost or stolen)', undefined, 'Because the booking was cancelled'],
    ['Confirmed', undefined, undefined],
    ['Booking confirmed', undefined, undefined],
    ['$1,090.00 paid', undefined, undefined],
    ['Checkout opened for $1,090.00', undefined, undefined],
    ['Booked', 'Ada', undefined],
  ])
})

test('a cancellation and its refund name who decided, and appear once', () => {
  const audit = [entry('booking.cancelled', { recordedAt: at(5), after: { status: 'cancelled', withDeparture: true } })]
  const events = eventsOf(STORY, audit).filter(({ at: moment }) => moment === at(5))
  expect(events.map(({ title, by }) => [title, by])).toEqual([
    ['Booking cancelled (departure cancelled)', 'Mia Manager'],
    ['Refund of $1,090.00: failed (the card was reported lost or stolen)', 'Mia Manager'],
  ])
})

test('a payment, whose time has whole seconds, does not precede its booking', () => {
  const late = { ...STORY.booking, createdAt: '2026-11-22T10:02:00.900Z' }
  const titles = eventsOf({ ...STORY, booking: late }).map(({ title }) => title)
  expect(titles.indexOf('Booked')).toBeGreaterThan(titles.indexOf('$1,090.00 paid'))
})

test('a booking and a payment recorded by staff have their name', () => {
  const reservation = { payBy: 'cash' as const, dueAt: at(59), madeBy: 'Sam Staff' }
  const payments = STORY.payments.map((payment) => ({ ...payment, method: 'cash', providerId: null, reference: 'R-7', recordedBy: 'Mia' }))
  const events = eventsOf({ ...STORY, booking: { ...STORY.booking, reservation }, payments })
  expect(events.filter(({ by }) => by).map(({ title, by }) => `${title} by ${by}`)).toEqual([
    'Note by Sam Staff',
    '$1,090.00 paid by cash, recorded by Mia',
    'Booked by Sam Staff',
  ])
})

test('audit entries for what the story already shows are left out', () => {
  const shown = [
    'note.written',
    'quote.approved',
    'quote.declined',
    'quote.withdrawn',
    'task.closed',
    'booking.reserved',
    'payment.recorded',
  ].map((action) => entry(action))
  expect(eventsOf(STORY, shown)).toEqual(eventsOf(STORY))
})

test('deleted accounts and the command line are named as such', () => {
  const [gone, script] = [entry('refund.retried', { actor: null }), entry('refund.retried', { actor: null, via: 'command_line' })]
  expect([gone, script].map((each) => eventsOf(STORY, [each])[0]?.by)).toEqual(['a deleted account', 'the command line'])
})

test('failed emails and unpaid checkouts say so', () => {
  const emails = STORY.emails.map((email) => ({ ...email, sentAt: null, failedAt: at(4) }))
  const attempts = STORY.attempts.map((attempt) => ({ ...attempt, status: 'expired' }))
  const events = eventsOf({ ...STORY, emails, attempts })
  expect(events.find(({ group }) => group === 'email')).toMatchObject({ at: at(4), tone: 'bad' })
  expect(events.map(({ title }) => title)).toContain('Checkout expired unpaid')
})

test('amounts have their currency, and are never summed across currencies', () => {
  expect(amountText({ amount: '12000.00', currency: 'inr' })).toBe('₹12,000.00')
  const amounts = [
    { amount: '10.10', currency: 'usd' },
    { amount: '5.00', currency: 'chf' },
    { amount: '0.20', currency: 'usd' },
  ]
  expect([sumText(amounts, 'usd'), sumText([], 'gbp')]).toEqual(['$10.30 and CHF 5.00', '£0.00'])
})

test('the cause of a refund continues the sentence “Refund of …,”', () => {
  expect(['goodwill', 'cancellation', 'external'].map(causeOf)).toEqual([
    'as goodwill',
    'because the booking was cancelled',
    'made in the card provider’s dashboard',
  ])
})
