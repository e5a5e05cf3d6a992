import { expect, test } from 'vitest'
import { createUnguessableId } from './tokens.ts'
import { isUuid } from './uuids.ts'

test('every bit of an unguessable id is random, even those that hold a UUID’s version (ASVS 11.5.1)', () => {
  const ids = Array.from({ length: 1000 }, createUnguessableId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isUuid)).toBe(true)
  // Where a version 4 UUID has its version, and two bits of its variant.
  expect(new Set(ids.map((id) => id[14])).size).toBe(16)
  expect(new Set(ids.map((id) => id[19])).size).toBe(16)
})
