import { expect, test } from 'vitest'
import { referencesMeant } from './references.ts'

test('a reference is meant with its letter or without it, in any case', () => {
  expect(referencesMeant('m-r95azmf6')).toEqual(['M-R95AZMF6'])
  expect(referencesMeant('r95azmf6')).toEqual(['M-R95AZMF6', 'G-R95AZMF6'])
  expect(['Ada', 'ada@example.test', 'Ada Smith'].flatMap(referencesMeant)).toEqual([])
})
