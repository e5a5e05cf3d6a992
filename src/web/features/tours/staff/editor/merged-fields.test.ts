import { expect, test } from 'vitest'
import { FIELDS } from '../../../../../../tests/support/staff-tour-fields.ts'
import { fieldNames, mergeFields } from './merged-fields.ts'

test('my fields win over what others have saved since, and theirs stay where I have changed nothing', () => {
  const mine = { ...FIELDS, name: 'Mine', basePrice: 900, tags: ['Same'] }
  const theirs = { ...FIELDS, basePrice: 1200, overview: 'Theirs', tags: ['Same'] }
  const { fields, disputed } = mergeFields(FIELDS, mine, theirs)
  expect(fields).toEqual({ ...FIELDS, name: 'Mine', basePrice: 900, overview: 'Theirs', tags: ['Same'] })
  expect(disputed).toEqual(['basePrice'])
})

test('fields are named as a person would', () => {
  expect(fieldNames(['basePrice', 'overview', 'runs'])).toBe('the price, the overview and the schedule')
})
