import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairsOf, type Pair, type Posted } from '#server/features/ledger/batch-file.ts'

const usd = (account: string, cents: number): Posted => ({ account, cents, currency: 'usd' })

function told(lines: Posted[]): string[] {
  return pairsOf(lines).map(
    ({ account, contraAccount, cents, side, currency }) => `${account} ${contraAccount} ${cents} ${side} ${currency}`,
  )
}

test('an entry of two lines is one pair, with the debit first', () => {
  expect(told([usd('customer_advances', -100), usd('bank', 100)])).toEqual(['bank customer_advances 100 D usd'])
})

test('the one line of a side stays the account, with its own mark, and the largest comes first', () => {
  expect(told([usd('bank', 100), usd('customer_advances', -30), usd('revenue', -70)])).toEqual([
    'bank revenue 70 D usd',
    'bank customer_advances 30 D usd',
  ])
  expect(told([usd('unallocated', 90), usd('write_offs', 10), usd('revenue', -100)])).toEqual([
    'revenue unallocated 90 C usd',
    'revenue write_offs 10 C usd',
  ])
})

test('several lines on both sides are paired from the largest on, and of equal ones the first line comes first', () => {
  expect(told([usd('cash', 50), usd('bank', 50), usd('revenue', -60), usd('customer_advances', -40)])).toEqual([
    'cash revenue 50 D usd',
    'bank revenue 10 D usd',
    'bank customer_advances 40 D usd',
  ])
})

test('a conversion is paired within each currency', () => {
  const lines = [
    { account: 'provider_clearing', cents: -1000, currency: 'gbp' },
    { account: 'exchange', cents: 1000, currency: 'gbp' },
    usd('provider_clearing', 1265),
    usd('exchange', -1300),
    usd('provider_fees', 35),
  ]
  expect(told(lines)).toEqual([
    'exchange provider_clearing 1000 D gbp',
    'exchange provider_clearing 1265 C usd',
    'exchange provider_fees 35 C usd',
  ])
})

test('lines that do not balance are refused', () => {
  expect(() => pairsOf([usd('bank', 100), usd('revenue', -99)])).toThrow('unbalanced entry')
})

const accounts = fc.constantFrom('bank', 'cash', 'revenue', 'unallocated', 'customer_advances', 'provider_fees')
const amounts = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).filter((cents) => cents !== 0)

/** Lines of a currency, with a last one that makes them balance unless they do. */
const balanced = (currency: string) =>
  fc.array(fc.record({ account: accounts, cents: amounts }), { minLength: 1, maxLength: 9 }).map((lines) => {
    const rest = -lines.reduce((sum, { cents }) => sum + cents, 0)
    const all = rest === 0 ? lines : [...lines, { account: 'suspense', cents: rest }]
    return all.map((line): Posted => ({ ...line, currency }))
  })
const entries = fc.tuple(balanced('usd'), balanced('gbp')).map((lines) => lines.flat())

function sums(lines: readonly Posted[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { account, currency, cents } of lines) found[`${account} ${currency}`] = (found[`${account} ${currency}`] ?? 0) + cents
  return Object.fromEntries(Object.entries(found).filter(([, cents]) => cents !== 0))
}

const linesOf = ({ account, contraAccount, cents, side, currency }: Pair): Posted[] => [
  { account, currency, cents: side === 'D' ? cents : -cents },
  { account: contraAccount, currency, cents: side === 'D' ? -cents : cents },
]

test('by account and currency, and by debits, the pairs of any entry are its lines, each above zero, and the same every time', () => {
  fc.assert(
    fc.property(entries, (lines) => {
      const pairs = pairsOf(lines)
      expect(sums(pairs.flatMap(linesOf))).toEqual(sums(lines))
      const debits = (all: readonly Posted[]) => all.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0)
      expect(debits(pairs.flatMap(linesOf))).toBe(debits(lines))
      expect(pairs.every(({ cents }) => Number.isSafeInteger(cents) && cents > 0)).toBe(true)
      expect(pairs.length).toBeLessThan(lines.length)
      expect(pairsOf(structuredClone(lines))).toEqual(pairs)
    }),
  )
})
