import { expect as baseExpect, test as base, type APIRequest, type BrowserContext } from '@playwright/test'
import { calls } from '../../src/shared/paths.ts'
import { RunningSite, type Account } from './running-site.ts'

/** Two workers share the machine with their servers and databases. */
export const expect = baseExpect.configure({ timeout: 10_000 })

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>

interface Fixtures {
  /** Whether to begin signed in, with an account made for this test. */
  isSignedIn: boolean
  /** The test's own account; it exists only when the test begins signed in. */
  account: Account
  /** Opens another browser, somebody else's or one without an account. */
  openBrowser: (storageState?: Storage) => Promise<BrowserContext>
  /**
   * Whether the console is told of what changes elsewhere. Not by default: what happens to the second of two people is tested on pages that
   * are out of date.
   */
  isTold: boolean
  /** Whatever the browser complains about fails the test, unless the test has said that it expects it. */
  complaints: Complaints
}

interface WorkerFixtures {
  /** The site while it starts: the browser starts meanwhile. */
  starting: { site: Promise<RunningSite> }
  /** What the site is started with besides its defaults: tests that set it get a site of their own. */
  settings: Record<string, string>
  site: RunningSite
}

/** Runs tests, by role and visible text, against a built site for each worker. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  starting: [
    async ({ settings }, provide) => {
      const site = RunningSite.start(settings)
      // It is thrown where the site is waited for.
      site.catch(() => undefined)
      await provide({ site })
      await (await site).end()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  site: [
    // The browser is named so that it starts before the site is waited for.
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
    // Not the cookies of the test's own page, which a new context has otherwise: a login ends the session that it replaces.
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

/** Errors in the console (refused by the content policy, failed requests) and in scripts. */
class Complaints {
  readonly #heard: string[] = []
  readonly #expected: RegExp[] = []

  listen(context: BrowserContext): void {
    context.on('weberror', (error) => this.#heard.push(`script: ${error.error().message}`))
    context.on('console', (message) => {
      if (message.type() === 'error') this.#heard.push(`${message.text()} ${message.location().url}`)
    })
  }

  /** The browser reports every response from 400 up as an error: a test that provokes one says so. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  get unexpected(): string[] {
    return this.#heard.filter((each) => !this.#expected.some((pattern) => pattern.test(each)))
  }
}

/** Returns what a browser holds after sign-up and login, without going through the forms. */
export async function signUpByCall({ request }: { request: APIRequest }, site: RunningSite, account: Account): Promise<Storage> {
  const api = await request.newContext({ baseURL: site.origin, extraHTTPHeaders: { origin: site.origin } })
  await api.post(calls.signup, { data: account, failOnStatusCode: true })
  await api.dispose()
  return logInByCall({ request }, site, account)
}

/** Returns what another browser of somebody with an account holds after login. */
export async function logInByCall({ request }: { request: APIRequest }, site: RunningSite, account: Account): Promise<Storage> {
  const api = await request.newContext({
    baseURL: site.origin,
    extraHTTPHeaders: { origin: site.origin },
    // Not the cookies of the test's own page: a login ends the session that it replaces.
    storageState: { cookies: [], origins: [] },
  })
  const { email, password } = account
  const answer = await api.post(calls.login, { data: { email, password }, failOnStatusCode: true })
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
