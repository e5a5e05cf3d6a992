import { expect, test } from 'vitest'
import { providerReason, withProviderReasons } from './provider-codes.ts'

test('a code of the card provider is said in words, one that we do not know stands as it is', () => {
  expect(providerReason('insufficient_funds')).toBe('our balance at the card provider is too low')
  expect([providerReason('card_on_fire'), providerReason('constructor')]).toEqual(['card_on_fire', 'constructor'])
  expect(withProviderReasons('Refund re_1 of $5 did not go through (lost_or_stolen_card). Send it again.')).toBe(
    'Refund re_1 of $5 did not go through (the card was reported lost or stolen). Send it again.',
  )
  expect(withProviderReasons('The cause is unknown (card_on_fire).')).toBe('The cause is unknown (card_on_fire).')
})
