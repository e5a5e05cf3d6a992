import { expect, test } from 'vitest'
import { accountName } from '#shared/ledger/staff.ts'
import { balanceGroups } from './balances.tsx'
import { entryText } from './journal.tsx'
import { accountsText } from './next-batch.tsx'

test('a refund that failed or is owed no more is told as such', () => {
  const lines = (owed: string) => [{ account: 'refunds_payable', amount: owed }]
  expect(entryText({ kind: 'refund_paid', lines: lines('90.00') })).toBe('Refund paid')
  expect(entryText({ kind: 'refund_paid', lines: lines('-90.00') })).toBe('Refund failed, payable again')
  expect(entryText({ kind: 'refund_owed', lines: lines('-90.00') })).toBe('Refund due')
  expect(entryText({ kind: 'refund_owed', lines: lines('90.00') })).toBe('Refund reversed')
})

test('what a later version posts is told by its own name', () => {
  expect(entryText({ kind: 'voucher_sold', lines: [] })).toBe('voucher sold')
  expect([accountName('cash'), accountName('gold_bars')]).toEqual(['Cash', 'gold bars'])
})

test('what we owe and have earned is counted up, and what nobody can explain stands apart', () => {
  const balances = [
    { account: 'bank', currency: 'usd', amount: '100.00' },
    { account: 'bank', currency: 'gbp', amount: '20.00' },
    { account: 'customer_advances', currency: 'usd', amount: '-70.00' },
    { account: 'dispute_losses', currency: 'usd', amount: '5.00' },
  ]
  const groups = balanceGroups(balances)
  expect(groups.map(({ title }) => title)).toEqual(['Assets', 'Liabilities', 'Income and expenses'])
  expect(groups.map(({ lines }) => lines.flatMap(({ amounts }) => amounts.map(({ amount }) => Number(amount))))).toEqual([
    [100, 20],
    [70],
    [-5],
  ])
  expect(balanceGroups([{ account: 'suspense', currency: 'usd', amount: '1.00' }]).at(-1)).toMatchObject({ title: 'Suspense' })
})

test('accounts without a number are named in the order of the form, with a currency only where another one has a number', () => {
  const [cash, bank, pounds] = [
    { account: 'cash', currency: 'usd' },
    { account: 'bank', currency: 'usd' },
    { account: 'bank', currency: 'gbp' },
  ]
  const all = [pounds, cash, bank]
  expect(accountsText(all, all)).toBe('Bank, Cash')
  expect(accountsText([cash, pounds], all)).toBe('Bank (GBP), Cash')
})
