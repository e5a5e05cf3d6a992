import { expect, test } from 'vitest'
import type { StaffMail } from '#shared/mails/staff.ts'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import { failureText } from '#shared/mails/failures.ts'
import { canResend, lookOf } from './mail-texts.ts'

test('why a try failed is said in words', () => {
  expect(failureText('ECONNREFUSED')).toBe('the mail server did not respond (ECONNREFUSED)')
  expect(failureText('EAUTH')).toBe('the mail server rejected our sign-in (EAUTH)')
  expect(failureText('the address was rejected')).toBe('the address was rejected')
  expect(failureText('unknown')).toBe('for an unknown reason')
})

test('an email that failed is told apart from one that there was no address for', () => {
  const names = ['ECONNREFUSED', NO_ADDRESS].map((failure) => lookOf({ state: 'failed', failure }).name)
  expect(names).toEqual(['Email failed', 'No email address'])
  expect(canResend({ state: 'failed', failure: NO_ADDRESS, hasLink: false } as StaffMail)).toBe(false)
})

test('what held a link is not sent again, unless it still waits', () => {
  const states = [
    ['waiting', true],
    ['sent', true],
    ['failed', true],
    ['sent', false],
  ] as const
  expect(states.map(([state, hasLink]) => canResend({ state, hasLink } as StaffMail))).toEqual([true, false, false, true])
})
