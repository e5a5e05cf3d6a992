import type { TaskKind } from '../../src/shared/tasks/staff.ts'
import { isStuck, isUnderWay, sum, type Books, type OpenTask, type Payment } from './books.ts'
import { takenOf, type ProviderList } from './provider-list.ts'

/** Needs a person, so exactly one task must be open for it. */
export interface Trouble {
  what: string
  /** Any of these kinds of task will do. */
  kinds: TaskKind[]
  /** The ids by which the task may name it. */
  ids: string[]
  /** Our books and the provider's list differ in it. */
  isDifference: boolean
  /** There may be a task, and more than one: nothing is to be done, or it was decided earlier what. */
  isLoose?: boolean
}

/** Returns where our books and the provider's list differ, and what else needs a person. */
export function listTroubles(books: Books, provider: ProviderList): Trouble[] {
  return [
    ...chargeDifferences(books, provider),
    ...refundDifferences(books, provider),
    ...wrongPayments(books, provider),
    ...failedRefunds(books),
    ...disputes(provider),
    ...unpaidSessions(provider),
    ...failedMails(books),
  ]
}

function difference(what: string, kinds: TaskKind[], ids: string[]): Trouble {
  return { what, kinds, ids, isDifference: true }
}

function chargeDifferences({ payments }: Books, { charges }: ProviderList): Trouble[] {
  const ours = new Map(payments.map((payment) => [payment.provider_payment_id, payment]))
  const theirs = new Set(charges.map(({ payment_intent }) => payment_intent))
  const found = charges.flatMap(({ payment_intent, session, amount, currency }) => {
    const payment = ours.get(payment_intent)
    const ids = [payment_intent, session ?? payment_intent]
    if (!payment) return [difference(`payment ${payment_intent} (${session}) of ${amount} is not in our books`, ['unknown_payment'], ids)]
    if (payment.amount_cents === amount && payment.currency === currency) return []
    return [difference(`payment ${payment_intent} is ${payment.amount_cents} with us, ${amount} there`, ['books_differ'], ids)]
  })
  const invented = payments
    .filter(({ provider_payment_id }) => provider_payment_id !== null && !theirs.has(provider_payment_id))
    .map(({ id, provider_payment_id }) =>
      difference(`payment ${provider_payment_id} is only in our books`, ['missing_payment'], [id, provider_payment_id ?? id]),
    )
  return [...found, ...invented]
}

function refundDifferences({ refunds }: Books, { charges }: ProviderList): Trouble[] {
  const theirs = new Map(charges.flatMap((charge) => charge.refunds.map((refund) => [refund.id, refund] as const)))
  const ours = new Map(refunds.map((row) => [row.provider_refund_id, row]))
  const found = [...theirs.values()].flatMap(({ id, amount, status, metadata }): Trouble[] => {
    const row = ours.get(id)
    if (!row) return [difference(`refund ${id} of ${amount} is not in our books`, ['external_refund', 'books_differ'], [id])]
    // A lost dispute leaves of a refund that has failed what it has paid; the rest is a refund of its own.
    const isSplit = status === 'failed' && row.amount_cents < amount
    if ((row.amount_cents !== amount && !isSplit) || stateThere(row.state) !== status) {
      const what = `refund ${id} is ${row.amount_cents} ${row.state} with us, ${amount} ${status} there`
      return [difference(what, ['books_differ'], [id, row.id])]
    }
    if (metadata.refund_id || row.cause !== 'external') return []
    const isLoose = row.replaces !== null || status === 'failed'
    return [{ what: `refund ${id} was made outside`, kinds: ['external_refund'], ids: [id], isDifference: false, isLoose }]
  })
  const invented = refunds
    .filter(({ provider_refund_id }) => provider_refund_id && !theirs.has(provider_refund_id))
    .map(({ id }) => difference(`refund ${id} is only in our books`, ['books_differ'], [id]))
  return [...found, ...invented]
}

/** A refund overtaken by a dispute, or paid another way, has failed at the provider. */
function stateThere(state: string): string {
  return ['blocked', 'lost', 'settled'].includes(state) ? 'failed' : state
}

function wrongPayments({ payments, refunds }: Books, provider: ProviderList): Trouble[] {
  return payments
    .filter(({ role }) => role === 'quarantined')
    .map((payment) => ({
      what: `payment ${payment.provider_payment_id} is not what was agreed`,
      kinds: ['wrong_payment'],
      ids: [payment.id, payment.provider_payment_id ?? payment.id],
      isDifference: false,
      isLoose: keptCents(payment, refunds, provider) <= 0,
    }))
}

/** Returns the cents of a payment that are neither refunded, nor being refunded, nor taken by disputes. */
export function keptCents(payment: Payment, refunds: Books['refunds'], provider: ProviderList): number {
  const returned = refunds.filter((row) => row.payment_id === payment.id && isUnderWay(row))
  const { held, lost } = takenOf(provider, payment.provider_payment_id)
  return payment.amount_cents - sum(returned.map((row) => row.amount_cents)) - held - lost
}

/** Finds failed refunds, unless they were made again, paid another way or ended by a dispute. */
function failedRefunds({ payments, refunds }: Books): Trouble[] {
  return refunds.flatMap((row): Trouble[] => {
    const payment = payments.find(({ id }) => id === row.payment_id)
    if (!payment || (row.state !== 'requested' && !isStuck(row, refunds))) return []
    const ids = [row.id, row.provider_refund_id ?? row.id]
    const what = `refund ${row.id} of ${payment.provider_payment_id} is ${row.state}`
    if (payment.provider_payment_id === null)
      return [{ what: `${what}, to be paid by hand`, kinds: ['pay_back'], ids, isDifference: false }]
    if (row.state === 'requested') return [{ what, kinds: ['refund_failed', 'refund_blocked'], ids, isDifference: false }]
    return [{ what, kinds: row.state === 'blocked' ? ['refund_blocked'] : ['refund_failed'], ids, isDifference: false }]
  })
}

const DISPUTE_TASK: Record<string, TaskKind[]> = {
  lost: ['dispute_lost'],
  won: ['dispute_won'],
  // Nothing was taken, and nothing is to be done.
  prevented: [],
  warning_closed: [],
}

/** An inquiry that a person has decided about, and that then becomes a dispute, has a task for each. */
function disputes({ disputes: all }: ProviderList): Trouble[] {
  return all.flatMap(({ id, payment_intent, status }): Trouble[] => {
    const kinds = DISPUTE_TASK[status] ?? ['dispute_opened']
    const facts = { what: `dispute ${id} of ${payment_intent} is ${status}`, ids: [id], isDifference: false }
    const evidence: Trouble = { ...facts, kinds: ['dispute_evidence'], isLoose: true }
    return [...(kinds.length > 0 ? [{ ...facts, kinds }] : []), ...(status in DISPUTE_TASK ? [] : [evidence])]
  })
}

function unpaidSessions({ sessions }: ProviderList): Trouble[] {
  return sessions
    .filter(({ status, payment_status }) => status === 'complete' && payment_status === 'unpaid')
    .map(({ id }) => ({ what: `session ${id} is complete and unpaid`, kinds: ['unpaid_session'], ids: [id], isDifference: false }))
}

function failedMails({ mails }: Books): Trouble[] {
  return mails
    .filter(({ is_sent, failure }) => !is_sent && failure !== null)
    .map(({ id, key, failure }) => ({
      what: `email ${key} was not sent: ${failure}`,
      kinds: ['mail_failed'],
      ids: [id, key],
      isDifference: false,
    }))
}

export function isAbout(task: OpenTask, { kinds, ids }: Trouble): boolean {
  const named = new Set([task.subject, task.booking_id, task.payment_id, task.refund_id])
  return kinds.includes(task.kind) && ids.some((id) => named.has(id) || task.cause.includes(id))
}
