import { expect, test } from 'vitest'
import { SELLING } from '../../../../../../tests/support/selling.ts'
import { sellingInWords } from './price-section.tsx'

test('what a tour sells is counted, without what there is none of', () => {
  expect(sellingInWords(SELLING)).toBe('3 options, 2 start times, 1 extra')
})
