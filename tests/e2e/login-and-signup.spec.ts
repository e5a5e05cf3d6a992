import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { countCalls, expectAddress, logIn, signUp } from './traveller.ts'
import { expect, signUpByCall, test } from './site.ts'

test('the login form has the specified texts, and is locked while submitting', { tag: '@day' }, async ({ page, complaints }) => {
  complaints.expect(/status of 401/)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`**${accountCalls.logIn.path}`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/#/login')
  const main = page.getByRole('main')
  await expect(main.getByPlaceholder('Enter your email')).toHaveAttribute('type', 'email')
  await expect(main.getByPlaceholder('Enter your password')).toHaveAttribute('type', 'password')
  await expect(main.getByText("Don't have an account? Sign up")).toBeVisible()
  await logIn(page, { email: 'nobody@example.test', password: 'wrong-one' })
  await expect(main.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByLabel('Password')).toBeDisabled()
  letGo()
  const alert = main.getByRole('alert')
  await expect(alert).toHaveText('Invalid credentials')
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.test')
  await expect(main.getByRole('button', { name: 'Login' })).toBeEnabled()

  // The newest route handles the call.
  await page.route(`**${accountCalls.logIn.path}`, () => undefined)
  await main.getByRole('button', { name: 'Login' }).click()
  await expect(main.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  await expect(alert).toHaveCount(0)
})

test('the login alert is red and shows the server’s message', { tag: '@day' }, async ({ page, complaints }) => {
  complaints.expect(/status of (429|500)/)
  const answers = [
    { status: 429, json: { message: 'Too many tries. Please wait.' } },
    { status: 500, body: 'no JSON at all' },
  ]
  await page.route(`**${accountCalls.logIn.path}`, (route) => route.fulfill(answers.shift()))
  await page.goto('/#/login')
  await logIn(page, { email: 'ada@example.test', password: 'something' })
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('Too many tries. Please wait.')
  const [red = 0, green = 0, blue = 0] = await alert.evaluate((box) => (getComputedStyle(box).color.match(/[\d.]+/g) ?? []).map(Number))
  expect(red).toBeGreaterThan(green + blue)
  await logIn(page, { email: 'ada@example.test', password: 'something' })
  await expect(alert).toHaveText('Invalid credentials')
})

test('a successful login call with another message does nothing visible', async ({ page }) => {
  await page.route(`**${accountCalls.logIn.path}`, (route) => route.fulfill({ json: { message: 'Please choose a new password' } }))
  await page.goto('/#/login')
  await logIn(page, { email: 'ada@example.test', password: 'something' })
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expectAddress(page, '#/login')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('a login response without a user leads to the specified record', async ({ page }) => {
  await page.route(`**${accountCalls.logIn.path}`, (route) => route.fulfill({ json: { message: 'Login successful' } }))
  await page.goto('/#/login')
  await logIn(page, { email: 'marco.polo@example.test', password: 'something' })
  await expect(page.getByRole('button', { name: 'marco.polo’s account' })).toBeVisible()
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '') as Record<string, string>)
  expect(user).toMatchObject({ name: 'marco.polo', email: 'marco.polo@example.test', profileImage: expect.stringMatching(/^data:image/) })
  expect(Math.abs(Number(user['id']) - Date.now())).toBeLessThan(60_000)
})

test('the sign-up form validates before it calls, and is locked while submitting', { tag: '@day' }, async ({ page, account }) => {
  let calledTimes = 0
  await page.route(`**${accountCalls.signUp.path}`, () => void (calledTimes += 1))
  await page.goto('/#/signup')
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await signUp(page, { ...account, password: '12345' })
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
  await signUp(page, { ...account, name: '' })
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  expect(calledTimes).toBe(0)
  await signUp(page, account)
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
  for (const field of ['Name', 'Email', 'Password']) await expect(page.getByLabel(field)).toBeDisabled()
  // The page goes on before the call has come this far.
  await expect.poll(() => calledTimes).toBe(1)
})

test('two submits before the next rendering make one call', async ({ page, account }) => {
  await page.route(`**${accountCalls.logIn.path}`, () => undefined)
  const logins = countCalls(page, accountCalls.logIn.path)
  await page.goto('/#/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  const sent = page.waitForRequest(`**${accountCalls.logIn.path}`)
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await sent
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  expect(logins.count).toBe(1)
})

test('a field says what is wrong when it is left, nothing when it is skipped empty, and clears the message as it changes', async ({
  page,
}) => {
  await page.goto('/#/signup')
  // The prerendered home page, hidden here until the script runs, has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()
  await page.getByLabel('Name').press('Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').pressSequentially('ada@')
  await page.keyboard.press('Tab')
  const problem = page.getByText('Please enter a valid email')
  await expect(problem).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Name is required')).toHaveCount(0)
  await page.getByLabel('Email').pressSequentially('example')
  await expect(problem).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(problem).toBeVisible()
  // The message shifts nothing under the pointer: one click submits the form.
  await page.getByLabel('Password').fill('12345')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
})

test('the sign-up form says when an email is taken, the server fails, or there is no response', async ({
  page,
  site,
  account,
  playwright,
  complaints,
}) => {
  complaints.expect(/status of (409|500)/, /ERR_FAILED/)
  await signUpByCall(playwright, site, account)
  const alert = page.getByRole('main').getByRole('alert')
  await page.goto('/#/signup')
  await signUp(page, { ...account, email: account.email.toUpperCase() })
  await expect(alert).toContainText(/already/i)
  await expect(page.getByLabel('Name')).toHaveValue(account.name)
  await page.route(`**${accountCalls.signUp.path}`, (route) => route.fulfill({ status: 500, body: '' }))
  await signUp(page, account)
  await expect(alert).toHaveText('Error creating account')
  await page.route(`**${accountCalls.signUp.path}`, (route) => route.abort())
  await signUp(page, account)
  await expect(alert).toHaveText('An error occurred. Please try again.')
  await page.unrouteAll()
  await signUp(page, site.newcomer())
  await expect(page.getByText('Account created successfully! You can now login.')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('a login while offline says so and works once the connection is back', async ({ page, site, account, playwright, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await signUpByCall(playwright, site, account)
  await page.goto('/#/login')
  await page.getByLabel('Email').fill(account.email)
  await page.context().setOffline(true)
  await logIn(page, account)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('You’re offline.')).toBeHidden()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('button', { name: `${account.name}’s account` })).toBeVisible()
})
