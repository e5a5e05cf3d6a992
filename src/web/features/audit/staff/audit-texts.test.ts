import { expect, test } from 'vitest'
import { actorText, factTexts } from './audit-texts.ts'

test('facts are told in words, what has changed with an arrow', () => {
  expect(factTexts({ before: { role: 'staff' }, after: { role: 'manager' } })).toEqual(['role: staff → manager'])
  expect(factTexts({ before: { isDisabled: false }, after: { isDisabled: true } })).toEqual(['disabled: no → yes'])
  expect(factTexts({ before: null, after: { method: 'GET', responseStatus: 200 } })).toEqual(['method: GET', 'response: 200'])
  expect(factTexts({ before: null, after: { assigneeId: null, totalCents: 3_480_000, refusal: 'wrong_password' } })).toEqual([
    'assignee: nobody',
    'total in cents: 3,480,000',
    'refusal: wrong password',
  ])
})

test('whoever has no name is told by what they are', () => {
  const somebody = { id: 'u1', email: null }
  expect(actorText({ actor: { ...somebody, name: 'Ada' }, via: 'site' })).toBe('Ada')
  expect(actorText({ actor: { ...somebody, name: null }, via: 'site' })).toBe('An account that is gone')
  expect(actorText({ actor: null, via: 'command_line' })).toBe('The command line')
  expect(actorText({ actor: null, via: 'site' })).toBe('Somebody who is not signed in')
})
