import { expect, test } from 'vitest'
import { checkSettings, startOf } from './settings-form.tsx'

const OFF = { bankDetails: '', currency: 'eur' as const, offersAllOnSale: false, goodwillCeilings: { usd: '', gbp: '', inr: '', eur: '' } }

test('a sum that is left empty is no ceiling, and 0 is one', () => {
  expect(startOf({ version: 1, bankDetails: '', currency: 'eur', goodwillCeilings: {} })).toEqual(OFF)
  expect(startOf({ version: 1, bankDetails: '', currency: 'usd', goodwillCeilings: { usd: 25_050, inr: 0 } }).goodwillCeilings).toEqual({
    usd: '250.50',
    gbp: '',
    inr: '0.00',
    eur: '',
  })
  expect(checkSettings(OFF, 3)).toMatchObject({ data: { version: 3, currency: 'eur', offersAllOnSale: false, goodwillCeilings: {} } })
  const typed = { ...OFF, goodwillCeilings: { usd: '1,250.50', gbp: ' ', inr: '0', eur: '' } }
  expect(checkSettings(typed, 3)).toMatchObject({ data: { goodwillCeilings: { usd: 125_050, inr: 0 } } })
})

test('what is no amount is said at its field', () => {
  for (const usd of ['a lot', '-1']) {
    expect(checkSettings({ ...OFF, goodwillCeilings: { ...OFF.goodwillCeilings, usd } }, 1)).toMatchObject({
      success: false,
      error: { issues: [{ path: ['goodwillCeilings', 'usd'] }] },
    })
  }
})
