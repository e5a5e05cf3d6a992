import type { Outcome, Progress } from './loop.ts'

export function progressLine({ seconds, sky, kills, told }: Progress): string {
  const clock = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
  const counts = [`kills ${kills}`, `opened ${told.opened.size}`, `paid ${told.paid.size}`, `cancelled ${told.cancelled.size}`]
  return [clock.padStart(5), sky.padEnd(11), ...counts, `accounts deleted ${told.deleted.size}`].join('  ')
}

export type Fact = [label: string, value: number | string]

export function outcomeTable(outcome: Outcome): string {
  return tableOf([['programs killed', outcome.kills], ...factsOf(outcome)], outcome.faults)
}

export function factsOf({ told, books, sums, explained, faults }: Omit<Outcome, 'kills'>): Fact[] {
  return [
    ['checkouts opened', told.opened.size],
    ['bookings confirmed', books.bookings.filter(({ was_confirmed }) => was_confirmed).length],
    ['bookings cancelled', books.bookings.filter(({ status }) => status === 'cancelled').length],
    ['accounts deleted', told.deleted.size],
    ['payments recorded', books.payments.length],
    ['of them not by card', books.payments.filter(({ provider_payment_id }) => provider_payment_id === null).length],
    ['refunds recorded', books.refunds.length],
    ['of them twice or late', books.refunds.filter(({ cause }) => cause === 'duplicate' || cause === 'late').length],
    ...[...sums].flatMap(([currency, { ours, theirs }]): Fact[] => [
      [`${currency} charged`, `${ours.charged} with us, ${theirs.charged} at the provider`],
      [`${currency} refunded`, `${ours.refunded} with us, ${theirs.refunded} at the provider`],
    ]),
    ...[...told.acts].toSorted(([one], [other]) => one.localeCompare(other)),
    ['open tasks', books.tasks.length],
    ['troubles with a task', explained.length],
    ['faults', faults.length],
  ]
}

export function tableOf(facts: Fact[], faults: string[]): string {
  const rows = facts.map(([label, value]) => `${label.padEnd(40)} ${value}`)
  return [...rows, ...faults.map((fault) => `- ${fault}`)].join('\n')
}
