import { randomUUID } from 'node:crypto'
import type { RouteOptions } from 'fastify'
import { REFRESH_COOKIE } from '../../src/server/lib/session-cookies.ts'
import * as contactCalls from '../../src/shared/enquiries/calls.ts'
import * as enquiryCalls from '../../src/shared/enquiries/staff-calls.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import * as mailCalls from '../../src/shared/mails/staff-calls.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import type { Browser, SiteResponse } from './browser.ts'
import { nextDay, signedIn, TOUR } from './buyers.ts'
import { everyCall } from './every-call.ts'
import { bookBody, createStaff } from './movers.ts'
import { letProofsEnd } from './proofs.ts'
import type { TestApp } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Route {
  method: Method
  url: string
  options: RouteOptions
}

/** What was sent, and the status and body that came back, with ids and times replaced. */
export interface Answer {
  sent: string
  status: number
  /** JSON of an error or of the shape of a success, or the text of a page. */
  body: string
  code: string | undefined
}

interface Sent {
  url?: string
  body?: unknown
  headers?: Record<string, string>
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const NOT_A_PICTURE = Buffer.from(
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnot a picture\r\n--x--\r\n',
)
/** Parts of responses that differ from run to run. */
const VOLATILE: [RegExp, string][] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
  [/\b20\d\d-\d\d\b/g, '<month>'],
  [/(?!0{8}-)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<uuid>'],
  [/127\.0\.0\.1:\d+/g, '<host>'],
]

function steady(text: string): string {
  return VOLATILE.reduce((kept, [pattern, name]) => kept.replaceAll(pattern, name), text)
}

/** Makes the same series of unwelcome requests to any route, each by a caller with a session of its own. */
export class Recorder {
  readonly #site: TestApp
  readonly #people = new Map<string, { id: string; email: string }>()
  #known: Record<string, string> | undefined

  constructor(site: TestApp) {
    this.#site = site
  }

  async record(route: Route): Promise<Answer[]> {
    const { method, url: pattern } = route
    const isForStaff = pattern.startsWith('/staff/')
    const known = everyCall.find((call) => call.method === method && call.url(':id').split('?')[0] === pattern.replace(/:\w+/, ':id'))
    const right = isForStaff ? 'admin' : 'customer'
    const url = known?.url(UNKNOWN_ID) ?? withParams(pattern, UNKNOWN_ID)
    const [path = ''] = url.split('?')
    const body = known?.body
    const answers: Answer[] = []
    const send = async (sent: string, who: Browser, changes: Sent = {}) => {
      const asked = { url, body, headers: {}, ...changes }
      answers.push({ sent, ...read(await who.request(method, asked.url, asked.body, asked.headers)) })
    }

    await send('signed out', this.#site.visitor())
    await send('ended session', await this.#withEndedSession(right))
    if (isForStaff) for (const role of ['customer', 'staff', 'manager']) await send(`role ${role}`, await this.#signIn(role))
    else await send('a member of staff', await this.#signIn('staff'))
    const unproven = await this.#signIn(right)
    await letProofsEnd(this.#site, unproven)
    await send('no recent proof', unproven)
    const mayCall = async (sent: string, changes?: Sent) => send(sent, await this.#signIn(right), changes)

    await mayCall('unknown id')
    if (method === 'GET' && url.includes(UNKNOWN_ID)) answers.push(...(await this.#answersToKnown(url, right)))
    if (url.includes(UNKNOWN_ID)) {
      await mayCall('long id', { url: url.replace(UNKNOWN_ID, 'x'.repeat(300)) })
      await mayCall('id %00', { url: url.replace(UNKNOWN_ID, '%00') })
    }
    for (const key of keysOf(route.options.schema?.querystring)) {
      await mayCall(`query ${key}=nonsense`, { url: `${path}?${key}=%3Cnonsense%3E` })
      await mayCall(`query ${key} twice`, { url: `${path}?${key}=1&${key}=2` })
    }
    await mayCall('unknown query', { url: `${url}${url.includes('?') ? '&' : '?'}unknown=1` })
    if (method === 'GET') return answers

    await mayCall('cross-site', { headers: { origin: 'https://elsewhere.example' } })
    await mayCall('no body', { body: '' })
    await mayCall('empty object', { body: {} })
    await mayCall('list', { body: [] })
    await mayCall('broken JSON', { body: '{' })
    await mayCall('text/plain', { body: 'text', headers: { 'content-type': 'text/plain' } })
    await mayCall('compressed', { headers: { 'content-encoding': 'gzip' } })
    await mayCall('too large', { body: { text: 'x'.repeat(300_000) } })
    if (!route.options.schema?.body) {
      const form = 'multipart/form-data; boundary=x'
      await mayCall('not a picture', { body: NOT_A_PICTURE, headers: { 'content-type': form } })
    }
    if (!body) return answers
    await mayCall('unknown field', { body: { ...body, unknownField: 1 } })
    for (const key of new Set([...Object.keys(body), ...keysOf(route.options.schema?.body)])) {
      const { [key]: _left, ...rest } = body as Record<string, unknown>
      await mayCall(`without ${key}`, { body: rest })
      await mayCall(`wrong ${key}`, { body: { ...body, [key]: { wrong: true } } })
    }
    return answers
  }

  /** Returns the answer to the first of what the site holds that is found. */
  async #answersToKnown(url: string, role: string): Promise<Answer[]> {
    const known = (this.#known ??= await this.#fill())
    const caller = await this.#signIn(role)
    for (const [name, id] of Object.entries(known)) {
      const answer = read(await caller.get(url.replace(UNKNOWN_ID, id)))
      if (answer.status < 400) return [{ sent: `known ${name}`, ...answer }]
    }
    return []
  }

  /** Makes one of each that can be made by a call or two, and returns their ids. */
  async #fill(): Promise<Record<string, string>> {
    const [customer, admin] = [await this.#signIn('customer'), await this.#signIn('admin')]
    const day = nextDay()
    const session = await customer.openCheckout(TOUR, 1, day)
    await this.#site.cards.pay(session)
    const [booking] = await customer.bookings()
    const { json: asked } = await customer.post(vehicleCalls.requestQuote.path, bookBody())
    await this.#site.visitor().post(contactCalls.sendEnquiry.path, everyCall.find(({ name }) => name === 'sendEnquiry')?.body)
    const firstOf = async (url: string): Promise<string> => (await admin.get(url)).json[0].id
    return {
      tour: TOUR,
      booking: booking?.id ?? '',
      quote: asked.booking.id,
      session,
      departure: departureId(TOUR, day),
      mail: await firstOf(mailCalls.listMails.path),
      enquiry: await firstOf(enquiryCalls.listEnquiries.path),
      person: this.#people.get('staff')?.id ?? this.#people.get('admin')?.id ?? '',
    }
  }

  async #signIn(role: string): Promise<Browser> {
    let person = this.#people.get(role)
    if (!person) {
      person = await this.#create(role)
      this.#people.set(role, person)
    }
    const [browser] = await signedIn(this.#site, [person])
    if (!browser) throw new Error(`no ${role}`)
    return browser
  }

  async #create(role: string): Promise<{ id: string; email: string }> {
    const { email } =
      role === 'customer' ? await this.#site.customer() : await createStaff(this.#site, role as 'staff' | 'manager' | 'admin')
    const { id } = await this.#site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    return { id, email }
  }

  /** The access token is not yet expired. */
  async #withEndedSession(role: string): Promise<Browser> {
    const browser = await this.#signIn(role)
    browser.cookies.delete(REFRESH_COOKIE)
    const id = this.#people.get(role)?.id ?? randomUUID()
    await this.#site.deps.db.updateTable('sessions').set({ revoked_at: this.#site.deps.now() }).where('user_id', '=', id).execute()
    return browser
  }
}

function withParams(pattern: string, value: string): string {
  return pattern.replaceAll(/:\w+/g, value).replace('*', value)
}

function keysOf(schema: unknown): string[] {
  const { shape = {} } = (schema ?? {}) as { shape?: object }
  return Object.keys(shape)
}

function read({ status, headers, text, json }: SiteResponse): Pick<Answer, 'status' | 'body' | 'code'> {
  const type = String(headers['content-type'] ?? '')
  const { location } = headers
  if (location) return { status, body: `to ${steady(String(location))}`, code: undefined }
  if (json !== undefined && status >= 400) return { status, body: steady(JSON.stringify(json)), code: (json as { code?: string }).code }
  // The document has a part of its own, without the pages of a build.
  if (json?.openapi) return { status, body: 'the document', code: undefined }
  if (json !== undefined) return { status, body: JSON.stringify(shapeOf(json)), code: undefined }
  if (!type.startsWith('text/html')) return { status, body: type, code: undefined }
  const words = text.replaceAll(/<(style|script|title)[\s\S]*?<\/\1>/g, ' ').replaceAll(/<[^>]*>/g, ' ')
  return { status, body: `${type} ${steady(words.replaceAll(/\s+/g, ' ').trim())}`, code: undefined }
}

/** Returns the names of the fields in their order, with their types; of a list its first entry; of a message its words. */
function shapeOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((entry) => shapeOf(entry))
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'string' && (key === 'message' || key === 'status')) return steady(value)
    return value === null ? null : typeof value
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [steady(name), shapeOf(inner, name)]))
}
