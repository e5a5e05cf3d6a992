import { describe, expect, it, test } from 'vitest'
import { loginBodySchema, signupBodySchema } from '#shared/accounts/public.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { initialOf } from './avatar.tsx'
import { generatedAvatar, userRecord, worksHere } from './user-record.ts'

describe('the record of the person who signed in', () => {
  it('is the user of the response when there is one', () => {
    const user = { id: '42', name: 'Ana Silva', email: 'ana@example.org', profileImage: null, role: 'customer' }
    expect(userRecord(user, 'ana@example.org')).toEqual({ id: '42', name: 'Ana Silva', email: 'ana@example.org', profileImage: null })
  })

  it('has the fixed demo ids when the response has no user', () => {
    expect(userRecord(undefined, 'user@example.com').id).toBe('user_1')
    expect(userRecord(undefined, 'Admin@Example.com').id).toBe('admin_1')
  })

  it('is otherwise built from the time and the part before the @', () => {
    const record = userRecord(null, 'ana.silva@example.org', 1_800_000_000_000)
    expect(record).toMatchObject({ id: '1800000000000', name: 'ana.silva', email: 'ana.silva@example.org' })
    expect(record.profileImage).toMatch(/^data:image\/svg\+xml,/)
  })
})

test.each([
  [{ role: 'staff' }, true],
  [{ role: 'admin' }, true],
  [{ role: 'customer' }, false],
  [{ role: 'pirate' }, false],
  [{}, false],
  [undefined, false],
])('of %j it is said whether they work here: %s', (user, isStaff) => expect(worksHere(user)).toBe(isStaff))

describe('the letter of the avatar', () => {
  it('is the first of the name, or U without a name', () => {
    expect(initialOf('ana')).toBe('A')
    expect(initialOf('  ')).toBe('U')
    expect(initialOf(null)).toBe('U')
  })

  it('cannot break out of the picture', () => {
    expect(decodeURIComponent(generatedAvatar('<script>'))).toContain('>U</text>')
  })
})

describe('what is wrong with a form', () => {
  const loginMessages = (fields: object) => messagesOf(loginBodySchema.safeParse(fields))
  const signupMessages = (fields: object) => messagesOf(signupBodySchema.safeParse(fields))

  it('says in plain words which login fields are missing', () => {
    expect(loginMessages({ email: '', password: '' })).toEqual({ email: 'Email is required', password: 'Password is required' })
    expect(loginMessages({ email: 'ana', password: 'x' })).toEqual({ email: 'Please enter a valid email' })
    expect(loginMessages({ email: 'ana@example.org', password: 'x' })).toEqual({})
  })

  it('refuses a password under 6 characters at sign-up', () => {
    expect(signupMessages({ name: 'Ana', email: 'ana@example.org', password: '12345' })).toEqual({
      password: 'Password must be at least 6 characters',
    })
    expect(signupMessages({ name: ' ', email: 'ana@example.org', password: '123456' })).toEqual({ name: 'Name is required' })
  })
})
