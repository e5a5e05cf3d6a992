import { expect, test } from 'vitest'
import { isTimeZone } from './time-zones.ts'

test('only zones of the IANA database are known, under any of their names', () => {
  const known = ['Asia/Tokyo', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Pacific/Kiritimati']
  expect(known.filter((name) => !isTimeZone(name))).toEqual([])
  expect(['', 'Kyoto', 'Asia/Kyoto', '+09:00', 'Etc/GMT+12', 'constructor', 'JST-9'].filter(isTimeZone)).toEqual([])
})
