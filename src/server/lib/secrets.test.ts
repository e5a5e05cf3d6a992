import { expect, test } from 'vitest'
import { createSealing, createUnguessableId } from './secrets.ts'
import { isUuid } from './uuids.ts'

test('every bit of an unguessable id is random, even those that hold a UUID’s version (ASVS 11.5.1)', () => {
  const ids = Array.from({ length: 1000 }, createUnguessableId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isUuid)).toBe(true)
  // Where a version 4 UUID has its version, and two bits of its variant.
  expect(new Set(ids.map((id) => id[14])).size).toBe(16)
  expect(new Set(ids.map((id) => id[19])).size).toBe(16)
})

const SECRET = 'a secret of the tests, long enough to seal'

test('a sealed text opens only for its owner and under the same secret', () => {
  const { seal, open } = createSealing(SECRET)
  const sealed = seal('JBSWY3DPEHPK3PXP', 'ada')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(createSealing(SECRET).open(sealed, 'ada')).toBe('JBSWY3DPEHPK3PXP')
  expect(open(sealed, 'eve')).toBeUndefined()
  expect(createSealing(`${SECRET}.`).open(sealed, 'ada')).toBeUndefined()
})

test('no two seals are alike, and one that was altered anywhere does not open (ASVS 11.3.3)', () => {
  const { seal, open } = createSealing(SECRET)
  const sealed = seal('text', 'ada')
  expect(seal('text', 'ada')).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(open(changed.toString('base64url'), 'ada')).toBeUndefined()
  }
  for (const nonsense of ['', 'short', '💥']) expect(open(nonsense, 'ada')).toBeUndefined()
})
