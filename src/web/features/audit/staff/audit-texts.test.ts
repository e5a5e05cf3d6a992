import { expect, test } from 'vitest'
import { actionText, actorText, factTexts, replacedTexts } from './audit-texts.ts'

test('facts are told in words, what has changed with an arrow', () => {
  expect(factTexts({ before: { role: 'staff' }, after: { role: 'manager' } })).toEqual(['role: Staff → Manager'])
  expect(factTexts({ before: { isDisabled: false }, after: { isDisabled: true } })).toEqual(['disabled: no → yes'])
  expect(factTexts({ before: null, after: { method: 'GET', responseStatus: 200 } })).toEqual(['method: GET', 'response: 200'])
  expect(factTexts({ before: null, after: { by_actor: true } })).toEqual(['narrowed by actor: yes'])
  expect(factTexts({ before: null, after: { assigneeId: null, totalCents: 3_480_000, refusal: 'wrong_password' } })).toEqual([
    'assignee: nobody',
    'total: 34800.00',
    'refusal: wrong password',
  ])
})

test('whoever has no name is told by what they are', () => {
  const somebody = { id: 'u1', email: null }
  expect(actorText({ actor: { ...somebody, name: 'Ada' }, via: 'site' })).toBe('Ada')
  expect(actorText({ actor: { ...somebody, name: null }, via: 'site' })).toBe('An account that is gone')
  expect(actorText({ actor: null, via: 'command_line' })).toBe('The command line')
  expect(actorText({ actor: null, via: 'site' })).toBe('Somebody who is not signed in')
  expect(actorText({ actor: null, via: 'site', after: { guideLinkId: 'l1' } })).toBe('A guide, by a link')
})

test('an action of long ago is told without its punctuation', () => {
  expect([actionText('role.changed'), actionText('guide_link.sent')]).toEqual(['Changed a role', 'guide link sent'])
})

test('amounts are shown in their currency, which is not told besides unless it has changed', () => {
  const price = (baseCents: number, currency = 'gbp') => ({ baseCents, currency })
  expect(factTexts({ before: price(8950), after: price(9500) })).toEqual(['base: £89.50 → £95.00'])
  expect(factTexts({ before: price(8950), after: price(9500, 'usd') })).toEqual(['base: £89.50 → $95.00', 'currency: GBP → USD'])
  expect(factTexts({ before: null, after: { amountCents: 109_000 }, currency: 'usd' })).toEqual(['amount: $1,090.00'])
  expect(factTexts({ before: { perFloorCents: null }, after: { perFloorCents: 900 }, currency: 'inr' })).toEqual([
    'per floor: none → ₹9.00',
  ])
  expect(factTexts({ before: { currency: 'gbp', capacity: 12 }, after: { currency: 'gbp', capacity: 14 } })).toEqual(['capacity: 12 → 14'])
  expect(factTexts({ before: { capacity: 12 }, after: { capacity: 12 } })).toEqual([])
})

test('a text is told as it was and as it is', () => {
  const texts = { special_requirements: { before: 'None', after: 'A lift' }, tourType: { before: 'Walk', after: '' } }
  expect(replacedTexts({ texts })).toEqual([
    { name: 'special requirements', before: 'None', after: 'A lift' },
    { name: 'tour type', before: 'Walk', after: '' },
  ])
  expect(replacedTexts({ texts: null })).toEqual([])
})
