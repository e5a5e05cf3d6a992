import { expect as baseExpect, test as base, type APIRequest, type BrowserContext } from '@playwright/test'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { RunningSite, type Account } from './running-site.ts'

/** Long, because two workers share the machine with their servers and databases. */
export const expect = baseExpect.configure({ timeout: 10_000 })

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>

interface Fixtures {
  /** Starts with a new account, signed in. */
  isSignedIn: boolean
  /** Exists only when the test starts signed in. */
  account: Account
  /** Opens another browser, signed in with `storageState` or not at all. */
  openBrowser: (storageState?: Storage) => Promise<BrowserContext>
  /** Whether the console receives changes made elsewhere. Off by default, since conflicts are tested on outdated pages. */
  isTold: boolean
  /** Browser errors fail the test unless it has declared them. */
  complaints: Complaints
}

interface WorkerFixtures {
  /** The site while it starts, in parallel with the browser. */
  starting: { site: Promise<RunningSite> }
  /** Environment variables for the site; tests that set any get a site of their own. */
  settings: Record<string, string>
  site: RunningSite
}

/** Runs tests against a built site for each worker. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  starting: [
    async ({ settings }, provide) => {
      const site = RunningSite.start(settings)
      // It is thrown where the site is awaited.
      site.catch(() => undefined)
      await provide({ site })
      await (await site).end()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  site: [
    // Naming the browser starts it before the site is awaited.
    async ({ starting, browser: _browser }, provide) => provide(await starting.site),
    { scope: 'worker', timeout: 90_000 },
  ],
  actionTimeout: 10_000,
  navigationTimeout: 15_000,
  baseURL: async ({ site }, provide) => provide(site.origin),
  isSignedIn: [false, { option: true }],
  isTold: [false, { option: true }],
  context: async ({ context, isTold }, provide) => {
    if (!isTold) await keepUntold(context)
    await provide(context)
  },
  account: async ({ site }, provide) => provide(site.newcomer()),
  storageState: async ({ site, account, isSignedIn, playwright }, provide) => {
    await provide(isSignedIn ? await signUpByCall(playwright, site, account) : undefined)
  },
  complaints: [
    async ({ context }, provide) => {
      const complaints = new Complaints()
      complaints.listen(context)
      await provide(complaints)
      expect(complaints.unexpected, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
  openBrowser: async ({ browser, site, complaints, isTold }, provide) => {
    const opened: BrowserContext[] = []
    // Without the cookies of the test's own page, which a new context would share: a login ends the session it replaces.
    await provide(async (storageState = { cookies: [], origins: [] }) => {
      const context = await browser.newContext({ baseURL: site.origin, storageState })
      complaints.listen(context)
      if (!isTold) await keepUntold(context)
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },
})

async function keepUntold(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'EventSource'))
}

/** Console and script errors, including content-policy violations and failed requests. */
class Complaints {
  readonly #heard: string[] = []
  readonly #expected: RegExp[] = []

  listen(context: BrowserContext): void {
    context.on('weberror', (error) => this.#heard.push(`script: ${error.error().message}`))
    context.on('console', (message) => {
      if (message.type() === 'error') this.#heard.push(`${message.text()} ${message.location().url}`)
    })
  }

  /** Declares errors that the test provokes; the browser reports every response from 400 up. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  get unexpected(): string[] {
    return this.#heard.filter((each) => !this.#expected.some((pattern) => pattern.test(each)))
  }
}

/** Returns the browser state after sign-up and login by calls. */
export async function signUpByCall({ request }: { request: APIRequest }, site: RunningSite, account: Account): Promise<Storage> {
  const api = await request.newContext({ baseURL: site.origin, extraHTTPHeaders: { origin: site.origin } })
  await api.post(accountCalls.signUp.path, { data: account, failOnStatusCode: true })
  await api.dispose()
  return logInByCall({ request }, site, account)
}

/** Returns the browser state of a new login by call. */
export async function logInByCall({ request }: { request: APIRequest }, site: RunningSite, account: Account): Promise<Storage> {
  const api = await request.newContext({
    baseURL: site.origin,
    extraHTTPHeaders: { origin: site.origin },
    // Not the cookies of the test's own page: a login ends the session it replaces.
    storageState: { cookies: [], origins: [] },
  })
  const { email, password } = account
  const answer = await api.post(accountCalls.logIn.path, { data: { email, password }, failOnStatusCode: true })
  const { id, name, profileImage } = ((await answer.json()) as { user: Record<string, string | null> }).user
  const record = { id, name, email, profileImage }
  const { cookies } = await api.storageState()
  await api.dispose()
  const localStorage = [
    { name: 'root', value: JSON.stringify({ isAuthenticated: true, ...record }) },
    { name: 'user', value: JSON.stringify(record) },
  ]
  return { cookies, origins: [{ origin: site.origin, localStorage }] }
}
