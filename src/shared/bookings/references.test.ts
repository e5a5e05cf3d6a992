import { expect, test } from 'vitest'
import { beginningsMeant, referencesMeant } from './references.ts'

test('a reference is meant with its letter or without it, in any case', () => {
  expect(referencesMeant('m-r95azmf6')).toEqual(['M-R95AZMF6'])
  expect(referencesMeant('r95azmf6')).toEqual(['M-R95AZMF6', 'G-R95AZMF6'])
  expect(['Ada', 'ada@example.test', 'Ada Smith'].flatMap(referencesMeant)).toEqual([])
})

test('a reference is meant however it is written, and by its beginning', () => {
  for (const text of ['m–r95azmf6', 'Ｍ－Ｒ９５ＡＺＭＦ６', 'M-R95A ZMF6', 'M\u2011R95\u200bAZMF6', 'MR95AZMF6'])
    expect(referencesMeant(text), text).toEqual(['M-R95AZMF6'])
  expect(beginningsMeant('m–r9')).toEqual(['M-R9'])
  expect(beginningsMeant('r95a')).toEqual(['M-R95A', 'G-R95A'])
  expect(['r95', 'M-', 'ada@example.test', 'Ada-Ann', 'M-R9%'].flatMap(beginningsMeant)).toEqual([])
})
