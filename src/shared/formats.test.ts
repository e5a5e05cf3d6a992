import { expect, test } from 'vitest'
import { formatDate, formatNumber } from './formats.ts'

const moment = new Date('2026-11-22T21:45:00Z')

test('a kept format writes what the same options write without it, for each language, zone and currency', () => {
  for (const timeZone of ['UTC', 'Asia/Tokyo', 'America/New_York', 'UTC']) {
    for (const language of ['en-IN', 'en-GB', 'en-IN']) {
      const options = { day: 'numeric', month: 'short', hour: '2-digit', timeZone } as const
      expect(formatDate(moment, language, options)).toBe(moment.toLocaleString(language, options))
    }
  }
  for (const currency of ['usd', 'gbp', 'usd']) {
    const options = { style: 'currency', currency } as const
    expect(formatNumber(1245.5, 'en-US', options)).toBe((1245.5).toLocaleString('en-US', options))
  }
})

test('no date is said as it always was, so that one bad row does not take down its page', () => {
  expect(formatDate(new Date(Number.NaN), 'en-IN', { month: 'long' })).toBe('Invalid Date')
})
