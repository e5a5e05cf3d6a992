import { sum, type Books, type OpenTask } from './books.ts'
import { listFaults } from './faults.ts'
import type { ProviderList } from './provider-list.ts'
import type { Told } from './told.ts'
import { isAbout, listTroubles, type Trouble } from './troubles.ts'

/** One side's money in one currency, in cents. */
interface Sums {
  charged: number
  refunded: number
}

export interface Verdict {
  /** Violations, troubles without exactly one task, and tasks without a trouble. Empty when all is well. */
  faults: string[]
  /** Troubles that have their task. */
  explained: Trouble[]
  /** Whether our books and the provider's list differ, with or without a task. */
  differs: boolean
  sums: Map<string, { ours: Sums; theirs: Sums }>
}

/** Compares our books with the provider's list, and both with the open tasks and with what people were told. */
export function judge(books: Books, provider: ProviderList, told: Told): Verdict {
  const troubles = listTroubles(books, provider)
  const tasksOf = new Map(troubles.map((trouble) => [trouble, books.tasks.filter((task) => isAbout(task, trouble))]))
  const justified = new Set([...tasksOf.values()].flat())
  const differs = troubles.some(({ isDifference }) => isDifference)
  const sums = sumUp(books, provider)
  return {
    faults: [
      ...listFaults(books, provider, told),
      ...[...tasksOf]
        .filter(([trouble, tasks]) => !trouble.isLoose && tasks.length !== 1 && !(tasks.length === 0 && isDecided(books, trouble)))
        .map(([{ what, kinds }, tasks]) => `${what}: ${tasks.length} open tasks of ${kinds.join(' or ')}`),
      ...books.tasks
        // A day's task about its sums is open beside those about its payments and refunds.
        .filter((task) => !justified.has(task) && !(differs && task.kind === 'books_differ') && !waitsForPerson(books, task))
        .map(({ id, kind, cause }) => `task ${id} (${kind}) is open without a reason: ${cause}`),
      ...(differs ? [] : sumFaults(sums)),
    ],
    explained: [...tasksOf].filter(([, tasks]) => tasks.length === 1).map(([trouble]) => trouble),
    differs,
    sums,
  }
}

/**
 * The end of a booking whose departure was cancelled waits until a person has decided about its payment, which has a task of its own. What a
 * cancellation counted twice, before anyone said that two refunds are one, a person compares with the policy.
 */
function waitsForPerson({ tasks, bookings, refunds }: Books, { kind, subject, booking_id: bookingId }: OpenTask): boolean {
  if (kind === 'note' && subject.startsWith('counted-twice ')) {
    const isReplacement = refunds.some(({ id, cause, replaces }) => subject.endsWith(id) && cause === 'external' && replaces !== null)
    return isReplacement && bookings.some(({ id, status }) => id === bookingId && status === 'cancelled')
  }
  const isEnd = kind === 'note' && subject.startsWith('departure-cancellation ')
  return isEnd && tasks.some((other) => other.kind === 'wrong_payment' && other.booking_id === bookingId)
}

/** A person has closed its task, and what they decided did not end it: a booking kept in spite of a dispute, for instance. */
function isDecided({ decided }: Books, trouble: Trouble): boolean {
  return !trouble.isDifference && decided.some((task) => isAbout(task, trouble))
}

/** Leaves out offline payments and their refunds, which only we have. */
function sumUp({ payments: all, refunds }: Books, { charges }: ProviderList): Verdict['sums'] {
  const payments = all.filter(({ provider_payment_id }) => provider_payment_id !== null)
  const ids = new Set(payments.map(({ id }) => id))
  const returned = refunds.filter(({ state, payment_id }) => state === 'succeeded' && ids.has(payment_id))
  const given = charges.flatMap((charge) => charge.refunds.map((refund) => ({ ...refund, currency: charge.currency })))
  const currencies = new Set([...payments, ...charges].map(({ currency }) => currency))
  return new Map(
    [...currencies].map((currency) => {
      const ours = <Row extends { currency: string; amount_cents: number }>(rows: Row[]) =>
        sum(rows.filter((row) => row.currency === currency).map((row) => row.amount_cents))
      const theirs = <Row extends { currency: string; amount: number }>(rows: Row[]) =>
        sum(rows.filter((row) => row.currency === currency).map(({ amount }) => amount))
      const succeeded = given.filter(({ status }) => status === 'succeeded')
      return [
        currency,
        {
          ours: { charged: ours(payments), refunded: ours(returned) },
          theirs: { charged: theirs(charges), refunded: theirs(succeeded) },
        },
      ]
    }),
  )
}

function sumFaults(sums: Verdict['sums']): string[] {
  return [...sums]
    .filter(([, { ours, theirs }]) => ours.charged !== theirs.charged || ours.refunded !== theirs.refunded)
    .map(([currency, { ours, theirs }]) => `${currency}: our sums are ${JSON.stringify(ours)}, the provider’s ${JSON.stringify(theirs)}`)
}
