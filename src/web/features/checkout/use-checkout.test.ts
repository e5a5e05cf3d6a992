import { expect, it } from 'vitest'
import { CallError, errorOfResponse } from '#web/lib/call-error.ts'
import { checkoutMessage, MissingCheckoutUrl } from './use-checkout.ts'

it('gives the server message first', () => {
  expect(checkoutMessage(errorOfResponse(409, { code: 'sold_out', message: 'Sold out on that day.' }))).toBe('Sold out on that day.')
})

it('gives the message of the error when there was no response', () => {
  expect(checkoutMessage(new CallError(0, 'offline'))).toMatch(/could not reach the server/)
  expect(checkoutMessage(new MissingCheckoutUrl())).toBe('No checkout URL returned')
})

it('falls back to the specified words', () => {
  expect(checkoutMessage(errorOfResponse(500, null))).toBe('Failed to create checkout session')
  expect(checkoutMessage('?')).toBe('Failed to create checkout session')
})
