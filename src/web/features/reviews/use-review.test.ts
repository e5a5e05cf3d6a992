import { expect, test } from 'vitest'
import { provideSessionStorage } from '../../../../tests/support/session-storage.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { checkReview, forgetReview, keepReview, startReview } from './use-review.ts'

const PUBLISHED = { rating: 4, text: 'A week that I would take again.', authorName: 'Ada L.' }

provideSessionStorage()

test('a review begins empty, a published one with its own words', () => {
  expect(startReview('b1', null)).toEqual({ rating: '', text: '' })
  expect(startReview('b1', undefined)).toEqual({ rating: '', text: '' })
  expect(startReview('b1', PUBLISHED)).toEqual({ rating: '4', text: PUBLISHED.text })
})

test('what was typed comes back until it is published, for its own booking', () => {
  keepReview('b1', { rating: '2', text: 'Half a sent' })
  expect(startReview('b1', PUBLISHED)).toEqual({ rating: '2', text: 'Half a sent' })
  expect(startReview('b2', null)).toEqual({ rating: '', text: '' })
  forgetReview('b1')
  expect(startReview('b1', PUBLISHED).rating).toBe('4')
})

test('the issues are those of the schema, and a valid review is sent as the call expects it', () => {
  expect(messagesOf(checkReview({ rating: '', text: '' }))).toEqual({
    rating: 'Please choose a rating from 1 to 5 stars',
    text: 'Please tell us what it was like',
  })
  expect(messagesOf(checkReview({ rating: '5', text: 'x'.repeat(2001) }))).toEqual({ text: 'Reviews can be up to 2,000 characters' })
  expect(checkReview({ rating: '5', text: `  ${PUBLISHED.text} ` })).toEqual({ success: true, data: { rating: 5, text: PUBLISHED.text } })
})
