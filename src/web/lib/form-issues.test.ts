import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { CallError } from './call-error.ts'
import { errorsOf, messagesOf, refusalsOf } from './form-issues.ts'

const schema = z.object({
  email: z.string().check(z.minLength(1, 'Email is required'), z.email('Please enter a valid email')),
  names: z.array(z.string().check(z.maxLength(3, 'Too long'))),
})

describe('issues as messages for fields', () => {
  it('are the first for each field, by its dotted path', () => {
    expect(messagesOf(schema.safeParse({ email: '', names: ['Ada', 'Robert'] }))).toEqual({
      email: 'Email is required',
      'names.1': 'Too long',
    })
    expect(messagesOf(schema.safeParse({ email: 'ada@example.org', names: [] }))).toEqual({})
  })

  it('are where the form library looks for them', () => {
    expect(errorsOf({ email: 'Email is required', 'names.1': 'Too long' })).toEqual({
      email: { type: 'check', message: 'Email is required' },
      names: [undefined, { type: 'check', message: 'Too long' }],
    })
  })
})

describe('what the server refuses', () => {
  const values = { email: 'ada@example.org', names: ['Ada', 'Robert'] }

  it('becomes messages for the fields that the form has', () => {
    const issues = [
      { path: 'email', message: 'Already used' },
      { path: 'email', message: 'A different amount' },
      { path: 'names.1', message: 'Too long' },
      { path: 'unknown', message: 'Not a field of this form' },
    ]
    expect(refusalsOf(new CallError(400, 'No', { issues }), values)).toEqual({ email: 'Already used', 'names.1': 'Too long' })
  })

  it('is nothing when it names no field, or did not come from the server', () => {
    expect(refusalsOf(new CallError(409, 'No'), values)).toEqual({})
    expect(refusalsOf(new Error('No'), values)).toEqual({})
  })
})
