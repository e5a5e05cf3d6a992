import { brand } from '#shared/brand.ts'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  'password',
  'PassWord',
  'password2026!',
  '2026liverpool!',
  'qwertyuiop12',
  '123456789012',
  '987654321098',
  'qwertyuiopas',
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabc',
  'dragondragon',
  'monkeymonkey1',
  'administrator',
  'dragon\n',
  'voyage-2027',
  `${brand.name}2026!`,
])('%j counts as a common password (ASVS 6.2.11)', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each(['correct horse battery staple', 'of-lanterns-and-ferries', 'dragon 8395720184', 'f7!kTq0-zzP2'])(
  '%s is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)

test('the longest password is checked quickly', async () => {
  await isCommonPassword('loads the list')
  const startedAt = performance.now()
  for (const password of ['a'.repeat(200), 'ab'.repeat(100), `${'ab1'.repeat(66)}!x`, '1'.repeat(199)]) await isCommonPassword(password)
  expect(performance.now() - startedAt).toBeLessThan(100)
})
