import { expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { DAY_MS } from '#shared/dates.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { securityText } from './security-text.ts'

test('somebody who finds a weakness learns whom to write to, with an expiry less than a year away', async () => {
  const site = await createTestApp({ PUBLIC_URL: 'https://travel.example' })
  const { statusCode, headers, body } = await site.app.inject('/.well-known/security.txt')
  await site.close()
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(
    body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  )
  expect(fields).toEqual({
    Contact: `mailto:${brand.email}`,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages': 'en',
    Canonical: 'https://travel.example/.well-known/security.txt',
  })
  const days = (Date.parse(fields['Expires'] ?? '') - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('a site that does not know its own address gives none', () => {
  expect(securityText(undefined, new Date('2027-12-31T23:59:59.999Z'))).toBe(
    `Contact: mailto:${brand.email}\nExpires: 2028-06-28T00:00:00Z\nPreferred-Languages: en\n`,
  )
})
