import { expect, test } from 'vitest'
import { readAreaList } from './coverage.ts'

const SERVED = [
  { code: 'SW', name: 'South West London', isActive: true },
  { code: 'BN', name: 'Brighton', isActive: false },
]

test('a list is read line by line, with names or without, and told apart by what is known', () => {
  const text = 'bn1, Brighton and Hove\r\nBN\n\nEC1 EC2;EC3\nSW;South West\nEC2'
  expect(readAreaList(text, SERVED)).toEqual({
    added: [
      { code: 'BN1', name: 'Brighton and Hove' },
      { code: 'EC1', name: 'EC1' },
      { code: 'EC2', name: 'EC2' },
      { code: 'EC3', name: 'EC3' },
    ],
    activated: [{ code: 'BN', name: 'BN' }],
    known: [{ code: 'SW', name: 'South West' }],
    unread: [],
  })
})

test('what is no area is named by its line: whole postcodes, headings, numbers', () => {
  const { added, unread } = readAreaList('Code,Name\nBN1 1AA\n\n12345\n"BN2","Kemptown"', [])
  expect(added).toEqual([{ code: 'BN2', name: 'Kemptown' }])
  expect(unread.map(({ line }) => line)).toEqual([1, 2, 4])
})
