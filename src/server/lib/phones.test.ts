import { expect, test } from 'vitest'
import { digitsSought, readPhone, showPhone } from './phones.ts'

test.each([
  ['07700 900123', '+447700900123', '+44 7700 900123'],
  ['447700900123', '+447700900123', '+44 7700 900123'],
  ['447700 900123', '+447700900123', '+44 7700 900123'],
  ['０７７００ ９００１２３', '+447700900123', '+44 7700 900123'],
  ['020 7946 0958 ext 12', '+442079460958', '+44 20 7946 0958 x12'],
  ['+44 (0)7700 900123', '+447700900123', '+44 7700 900123'],
  ['0044 7700 900123', '+447700900123', '+44 7700 900123'],
  ['(020) 7946-0958', '+442079460958', '+44 20 7946 0958'],
  ['+49 30 901820', '+4930901820', '+49 30 901820'],
])('%s is dialled as %s and shown as %s', (typed, number, text) => {
  expect(readPhone(typed)).toEqual({ typed, number })
  expect(showPhone(typed, number)).toEqual({ text, number })
})

test.each(['12345', 'call me', '+999 123', '07700 900123 456'])('%s is not a telephone number', (typed) => {
  expect(() => readPhone(typed, 'phone')).toThrow(expect.objectContaining({ code: 'validation_failed' }))
})

test('an empty number is stored as none', () => {
  expect([readPhone(''), readPhone(null)]).toEqual([
    { typed: null, number: null },
    { typed: null, number: null },
  ])
  expect(showPhone(null, null)).toBeNull()
})

test.each([
  ['07700 900123', '7700900123'],
  ['+44 (0)7700 900123', '447700900123'],
  ['0044 7700', '447700'],
  ['900123', '900123'],
  ['(07700) 900123', '7700900123'],
  ['07700 900123 ext 12', '7700900123'],
  ['０７７００ ９００１２３', '7700900123'],
  ['07700–900123', '7700900123'],
  ['2026', undefined],
  ['M-7Q9K2', undefined],
  ['ada@example.test', undefined],
])('%s is searched for as %s', (text, digits) => {
  expect(digitsSought(text)).toBe(digits)
})
