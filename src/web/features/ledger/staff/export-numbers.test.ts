import { expect, test } from 'vitest'
import { accountFields, checkNumbers, startOf } from './export-numbers.tsx'

const used = (account: string, currency: string) => ({ account, currency, isGenerated: false })
const seen = {
  inUse: [used('bank', 'usd'), used('revenue', 'usd'), used('revenue', 'gbp')],
  numbers: [
    { account: 'bank', currency: null, number: '1200' },
    { account: 'cash', currency: 'inr', number: '1003' },
  ],
}
const fieldsOf = (account: string) => accountFields(seen).find((each) => each.account === account)

test('an account has one field, and one for each currency once it is used in several or has such a number', () => {
  expect(fieldsOf('bank')).toMatchObject({ isInUse: true, fields: [{ name: 'bank', currency: null }] })
  expect(fieldsOf('revenue')?.fields.map(({ currency }) => currency)).toEqual([null, 'gbp', 'usd'])
  expect(fieldsOf('cash')).toMatchObject({ isInUse: false, fields: [{ currency: null }, { name: 'cash-inr' }] })
})

test('what is typed becomes numbers, an empty field none, and a wrong one is told at its field', () => {
  const values = startOf(seen)
  expect([values['bank'], values['cash-inr'], values['revenue-usd']]).toEqual(['1200', '1003', ''])
  const checked = checkNumbers({ ...values, 'revenue-usd': ' K8400 ', 'cash-inr': '' }, accountFields(seen), 4)
  expect(checked.success && checked.data).toEqual({
    version: 4,
    numbers: [
      { account: 'bank', currency: null, number: '1200' },
      { account: 'revenue', currency: 'usd', number: 'K8400' },
    ],
  })
  const wrong = checkNumbers({ ...values, bank: 'Girokonto' }, accountFields(seen), 4)
  expect(wrong.success ? [] : wrong.error.issues.map(({ path }) => path)).toContainEqual(['bank'])
})
