import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('sign-up responds 201 "Signup successful" and signs nobody in, and the login that follows returns the account (ASVS 7.6.2)', async () => {
  const person = site.visitor()
  const signedUp = await person.post(accountCalls.signUp.path, {
    name: ' Zoë O’Neill 🧳 ',
    email: ' Zoe.ONeill@Example.test ',
    password: 'secret',
  })
  expect(signedUp.status).toBe(201)
  expect(signedUp.json).toEqual({ message: 'Signup successful' })
  expect(person.cookies.size).toBe(0)

  const loggedIn = await person.post(accountCalls.logIn.path, { email: 'zoe.oneill@EXAMPLE.test', password: 'secret' })
  expect(loggedIn.status).toBe(200)
  expect(loggedIn.json).toEqual({
    message: 'Login successful',
    user: {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Zoë O’Neill 🧳',
      email: 'Zoe.ONeill@Example.test',
      profileImage: null,
      role: 'customer',
    },
  })
})

test('nobody makes themselves an administrator by signing up (ASVS 15.3.3)', async () => {
  const person = site.visitor()
  const body = { name: 'Mallory', email: 'mallory@example.test', password: 'secret', role: 'admin', id: 'admin_2' }
  expect((await person.post(accountCalls.signUp.path, body)).status).toBe(201)
  const { user } = (await person.post(accountCalls.logIn.path, body)).json
  expect(user.role).toBe('customer')
  expect(user.id).not.toBe('admin_2')
})

test.each([
  ['user@example.com', 'user1234', 'user_1', 'customer'],
  ['admin@example.com', 'admin1234', 'admin_1', 'admin'],
])('the demo account %s has its fixed id and a picture', async (email, password, id, role) => {
  const answer = await site.visitor().post(accountCalls.logIn.path, { email, password })
  expect(answer.json.user).toMatchObject({ id, email, role, profileImage: expect.stringMatching(/^\/art\/.+\.webp$/) })
})

test('a password of 5 characters is refused with the specified message, one of 6 is accepted (ASVS 6.2.5)', async () => {
  const person = { name: 'Six', email: 'six@example.test' }
  const refused = await site.visitor().post(accountCalls.signUp.path, { ...person, password: '12345' })
  expect(refused.status).toBe(400)
  expect(refused.json).toEqual({
    statusCode: 400,
    code: 'validation_failed',
    message: 'Password must be at least 6 characters',
    issues: [{ path: 'password', message: 'Password must be at least 6 characters' }],
  })
  expect((await site.visitor().post(accountCalls.signUp.path, { ...person, password: '123456' })).status).toBe(201)
})

test.each([
  [{ email: 'a@example.test', password: 'secret' }, 'name', 'Name is required'],
  [{ name: '   ', email: 'a@example.test', password: 'secret' }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(101), email: 'a@example.test', password: 'secret' }, 'name', 'Name must be at most 100 characters'],
  [{ name: 'A', password: 'secret' }, 'email', 'Email is required'],
  [{ name: 'A', email: '', password: 'secret' }, 'email', 'Email is required'],
  [{ name: 'A', email: 'not an address', password: 'secret' }, 'email', 'Please enter a valid email'],
  [{ name: 'A', email: 'a@b@example.test', password: 'secret' }, 'email', 'Please enter a valid email'],
  [{ name: 'A', email: 'a@example.test\r\nBcc: all@example.test', password: 'secret' }, 'email', 'Please enter a valid email'],
  [{ name: 'A', email: 'a@example.test,b@example.test', password: 'secret' }, 'email', 'Please enter a valid email'],
  [{ name: 'A', email: `${'a'.repeat(243)}@example.test`, password: 'secret' }, 'email', 'Please enter a valid email'],
  [{ name: 'A', email: 'a@example.test' }, 'password', 'Password is required'],
  [{ name: 'A', email: 'a@example.test', password: 'p'.repeat(201) }, 'password', 'Password is too long'],
])('sign-up with %j is refused for its %s', async (body, path, message) => {
  const answer = await site.visitor().post(accountCalls.signUp.path, body)
  expect(answer.status).toBe(400)
  expect(answer.json.issues).toContainEqual({ path, message })
})

test('the same address in another case is refused with 409, and the first account stays as it was', async () => {
  const first = site.visitor()
  await first.signUpAndLogIn('First', 'Taken@Example.test', 'first password')
  const second = await site
    .visitor()
    .post(accountCalls.signUp.path, { name: 'Second', email: 'tAKEN@example.TEST', password: 'second password' })
  expect(second.status).toBe(409)
  expect(second.json).toEqual({
    statusCode: 409,
    code: 'email_taken',
    message: 'An account with this email already exists.',
    issues: [{ path: 'email', message: 'An account with this email already exists.' }],
  })
  const answer = await site.visitor().post(accountCalls.logIn.path, { email: 'taken@example.test', password: 'first password' })
  expect(answer.json.user.name).toBe('First')
})

test('of ten people who sign up with one address at once, one gets it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, index) =>
      site.visitor().post(accountCalls.signUp.path, { name: `Racer ${index}`, email: 'race@example.test', password: `password ${index}` }),
    ),
  )
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
})

test('a wrong password and an unknown address get the same response: 401 "Invalid credentials"', async () => {
  await site.visitor().signUpAndLogIn('Known', 'known@example.test', 'right password')
  const wrong = await site.visitor().post(accountCalls.logIn.path, { email: 'known@example.test', password: 'wrong password' })
  const unknown = await site.visitor().post(accountCalls.logIn.path, { email: 'unknown@example.test', password: 'wrong password' })
  for (const answer of [wrong, unknown]) {
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({ statusCode: 401, code: 'invalid_credentials', message: 'Invalid credentials' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})

test('a password must match exactly, including capitals, spaces and length (ASVS 6.2.5, 6.2.8)', async () => {
  const email = 'exact@example.test'
  const password = ' Pässwörd 🔑 with blanks '
  await site.visitor().signUpAndLogIn('Exact', email, password)
  for (const other of [password.trim(), password.toLowerCase(), `${password} `, 'Passwort']) {
    expect((await site.visitor().post(accountCalls.logIn.path, { email, password: other })).status).toBe(401)
  }
})

test('a deleted account cannot log in', async () => {
  const email = 'gone@example.test'
  await site.visitor().signUpAndLogIn('Gone', email)
  await site.deps.db.updateTable('users').set({ deleted_at: new Date() }).where('email', '=', email).execute()
  expect((await site.visitor().post(accountCalls.logIn.path, { email, password: 'password1' })).status).toBe(401)
})

test('passwords are stored as argon2id hashes, each with its own salt (ASVS 11.4.2)', async () => {
  for (const email of ['salt1@example.test', 'salt2@example.test']) {
    await site.visitor().post(accountCalls.signUp.path, { name: 'Salt', email, password: 'the same password' })
  }
  const rows = await site.deps.db.selectFrom('users').select('password_hash').where('name', '=', 'Salt').execute()
  expect(rows).toHaveLength(2)
  expect(rows[0]?.password_hash).not.toBe(rows[1]?.password_hash)
  for (const { password_hash: hash } of rows) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(hash).not.toContain('the same password')
  }
})

test('an address with a translated domain, or with signs before the @, is one account however it is typed, and mail goes to what servers know', async () => {
  const spellings = ["o'neill&co/zoe", 'o’neill&co/zoe'].flatMap((name) => [
    `${name}@bücher.example`,
    `${name}@BU\u0308CHER.example`,
    `${name}@xn--bcher-kva.example`,
  ])
  const [first = '', ...others] = spellings
  const written = "o'neill&co/zoe@xn--bcher-kva.example"
  const account = { name: 'Zoë', password: 'secret' }
  expect((await site.visitor().post(accountCalls.signUp.path, { ...account, email: first })).status).toBe(201)
  for (const email of others) {
    expect((await site.visitor().post(accountCalls.signUp.path, { ...account, email })).status, email).toBe(409)
    const { json } = await site.visitor().post(accountCalls.logIn.path, { email, password: 'secret' })
    expect(json.user.email, email).toBe(written)
  }
})
