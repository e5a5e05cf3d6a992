import { expect, test } from 'vitest'
import { CHALLENGE_MS, createChallenges } from './challenges.ts'

const SECRET = 'a secret of the tests, long enough to sign'
let now = new Date('2027-03-01T12:00:00Z')
const { issue, findEnd } = createChallenges(SECRET, () => now)

test('a challenge is recognised for its purpose alone, by every process with the same secret', () => {
  const challenge = issue('sign-in')
  expect(findEnd(challenge, 'sign-in')).toEqual(new Date(now.getTime() + CHALLENGE_MS))
  expect(createChallenges(SECRET, () => now).findEnd(challenge, 'sign-in')).toBeDefined()
  expect(createChallenges(`${SECRET}.`, () => now).findEnd(challenge, 'sign-in')).toBeUndefined()
  expect(findEnd(challenge, 'sign-in:ada')).toBeUndefined()
  expect(issue('sign-in'), 'no two are alike').not.toBe(challenge)
})

test('a challenge expires after five minutes', () => {
  const challenge = issue('sign-in')
  now = new Date(now.getTime() + CHALLENGE_MS - 1)
  expect(findEnd(challenge, 'sign-in')).toBeDefined()
  now = new Date(now.getTime() + 1)
  expect(findEnd(challenge, 'sign-in')).toBeUndefined()
})

test('a challenge that was altered or encoded differently is not recognised', () => {
  const challenge = issue('sign-in')
  const bytes = Buffer.from(challenge, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(findEnd(changed.toString('base64url'), 'sign-in')).toBeUndefined()
  }
  for (const text of ['', 'AAAA', `${challenge}=`, `${challenge} `, bytes.toString('hex')]) {
    expect(findEnd(text, 'sign-in'), text).toBeUndefined()
  }
})
