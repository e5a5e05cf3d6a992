import { brand } from '#shared/brand.ts'
import { expect, test } from 'vitest'
import { isCommonPassword } from './passwords.ts'

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
  'Meridian-Meridian-1',
  'Meridian1Meridian2',
  'M3ridian-Tr4vel-2026',
  'MeridianTravelAgency',
  'meridian.example-2026',
  'Password-Password-99',
  'Lanterns-Lanterns-1',
  'lanterns lanterns lanterns',
  'qwerty-asdfgh-2026',
  'abcdef-123456-abcdef',
  'abcdefg1234567',
  '1q2w3e4r5t6y7u',
  '24121985-24121985',
  '24121985!!2026',
])('%j counts as a common password (ASVS 6.2.11)', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each([
  'correct horse battery staple',
  'of-lanterns-and-ferries',
  'dragon 8395720184',
  'f7!kTq0-zzP2',
  'xk7q9w2mz4tv',
  'meridian carries lanterns',
  'Zugspitze umrundet 17 Seen',
])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})

const owner = { name: 'Amelia Söderberg', email: 'amelia.hart@northwind.test' }

test.each([
  'Amelia-Amelia-2026',
  'söderberg1985!!',
  'SO\u0308DERBERG-1985-a',
  'amelia.hart@northwind.test',
  'Northwind-Amelia-7',
  '4melia-H4rt-2026',
  'hart-meridian-26',
])('%j counts as common for its owner only', async (password) => {
  expect(await isCommonPassword(password, owner)).toBe(true)
})

test.each(['amelia plants lanterns', 'of-lanterns-and-ferries', 'northwind carries 40 kites'])(
  '%s is fine for its owner too',
  async (password) => {
    expect(await isCommonPassword(password, owner)).toBe(false)
  },
)

test('the longest password is checked quickly', async () => {
  await isCommonPassword('loads the list')
  const startedAt = performance.now()
  for (const password of ['a'.repeat(200), 'ab'.repeat(100), `${'ab1'.repeat(66)}!x`, '1'.repeat(199), 'a-'.repeat(100)])
    await isCommonPassword(password, owner)
  expect(performance.now() - startedAt).toBeLessThan(100)
})
