import { expect, test } from 'vitest'
import { findAreas, offConsequence, postcodeText } from './coverage.tsx'

const area = (code: string, name: string, isActive = true) => ({ code, name, isActive })
const AREAS = [area('BN', 'Brighton', false), area('BN1', 'Brighton centre'), area('SW', 'South West London'), area('SW1', 'Westminster')]
const codes = (search: string) => findAreas(AREAS, search).map(({ code }) => code)

test('areas are found by code, name and whole postcode', () => {
  expect(codes('')).toHaveLength(4)
  expect(codes('bn')).toEqual(['BN', 'BN1'])
  expect(codes('west')).toEqual(['SW', 'SW1'])
  expect(codes('sw1a 1aa')).toEqual(['SW', 'SW1'])
})

test('a postcode is said to be served by what is switched on alone', () => {
  expect(postcodeText(AREAS, 'bn1 1aa')).toBe('We cover BN1 1AA.')
  expect(postcodeText(AREAS, 'bn2 1aa')).toBe('We don’t cover BN2 1AA: requests are refused.')
  expect(postcodeText(AREAS, 'bn2')).toBeUndefined()
})

test('removing an area says which areas are still covered', () => {
  expect(offConsequence(area('SW1', 'Westminster'), AREAS)).toBe('Postcodes in SW1 are still covered by SW (South West London).')
  expect(offConsequence(area('BN1', 'Brighton centre'), AREAS)).toMatch(/^Customers won’t be able to request quotes to or from BN1/)
  expect(offConsequence(area('SW', 'South West London'), AREAS)).toContain('Still covered: SW1.')
})
