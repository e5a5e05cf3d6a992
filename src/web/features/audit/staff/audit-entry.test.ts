import { expect, test } from 'vitest'
import { actionText, actorText, replacedTexts } from './audit-entry.tsx'

test('whoever has no name is told by what they are', () => {
  const somebody = { id: 'u1', email: null }
  expect(actorText({ actor: { ...somebody, name: 'Ada' }, via: 'site' })).toBe('Ada')
  expect(actorText({ actor: { ...somebody, name: null }, via: 'site' })).toBe('Deleted account')
  expect(actorText({ actor: null, via: 'command_line' })).toBe('The command line')
  expect(actorText({ actor: null, via: 'site' })).toBe('Not signed in')
  expect(actorText({ actor: null, via: 'site', after: { guideLinkId: 'l1' } })).toBe('Guide (via link)')
})

test('an action of long ago is told without its punctuation', () => {
  expect([actionText('role.changed'), actionText('guide_link.sent')]).toEqual(['Changed a role', 'guide link sent'])
})

test('a text is told as it was and as it is', () => {
  const texts = { special_requirements: { before: 'None', after: 'A lift' }, tourType: { before: 'Walk', after: '' } }
  expect(replacedTexts({ texts })).toEqual([
    { name: 'special requirements', before: 'None', after: 'A lift' },
    { name: 'tour type', before: 'Walk', after: '' },
  ])
  expect(replacedTexts({ texts: null })).toEqual([])
})
