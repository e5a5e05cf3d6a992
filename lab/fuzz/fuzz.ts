import fc from 'fast-check'
import type { RouteOptions } from 'fastify'
import type { Browser, SiteResponse } from '../../tests/support/browser.ts'
import { dayAhead } from '../../tests/support/days.ts'
import { expectDecentPage, expectDecentResponse } from '../../tests/support/decent-responses.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { seededRandom } from '../../tests/support/repeat.ts'
import type { TestApp } from '../../tests/support/test-app.ts'
import { fingerprint } from './books.ts'
import { valuesOf } from './values.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Target {
  method: Method
  url: string
  schema: Record<string, unknown>
}

interface FuzzRequest {
  params: unknown
  query: unknown
  body: unknown
  who: 'visitor' | 'customer' | 'staff'
}

export interface Fuzzed {
  requests: number
  /** Responses by status. */
  statuses: Record<number, number>
  /** Violations, each with the request that caused it. */
  faults: string[]
  /** Milliseconds of each request, by method and path. */
  times: Map<string, number[]>
}

/** New accounts after this many requests, because some calls end the session or delete the account. */
const FRESH_PEOPLE_EVERY = 100

/** Returns the site's calls with their schemas, except file streams, pages and the sandbox's own. */
function targetsOf(routes: readonly RouteOptions[]): Target[] {
  return routes.flatMap(({ method, url, schema }) =>
    [method]
      .flat()
      .flatMap((each) =>
        /^(GET|POST|PUT|DELETE)$/.test(each) && !/\*|\.\w+$|^\/$|card-sandbox/.test(url)
          ? [{ method: each as Method, url, schema: (schema ?? {}) as Record<string, unknown> }]
          : [],
      ),
  )
}

function requestsFor({ schema }: Target, known: readonly string[]): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    params: valuesOf(schema['params'], known),
    query: valuesOf(schema['querystring'], known),
    body: valuesOf(schema['body'], known),
    who: fc.constantFrom('visitor', 'customer', 'customer', 'staff'),
  })
}

function addressOf({ url }: Target, { params, query }: FuzzRequest): string {
  const values = (params ?? {}) as Record<string, unknown>
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(values[name] ?? 'none')) || 'none')
  const pairs = Object.entries(query ?? {}).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(asText(value))}`)
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Removes half surrogates, which no address can carry. */
function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
}

/** Sends the requests of a seed and records every response that no request may get. */
export async function fuzz(
  site: TestApp,
  routes: readonly RouteOptions[],
  { requests, seed }: { requests: number; seed: number },
): Promise<Fuzzed> {
  const targets = targetsOf(routes)
  const known = await knownTexts(site)
  const share = Math.ceil(requests / targets.length)
  const random = seededRandom(seed)
  const planned = targets
    .flatMap((target, index) =>
      fc.sample(requestsFor(target, known), { seed: seed + index, numRuns: share }).map((request) => ({ target, request })),
    )
    .map((each) => ({ each, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, requests)
  const outcome: Fuzzed = { requests: planned.length, statuses: {}, faults: [], times: new Map() }
  let people = await createPeople(site)
  let before = await fingerprint(site.deps.db)
  for (const [index, { each }] of planned.entries()) {
    if (index > 0 && index % FRESH_PEOPLE_EVERY === 0) {
      people = await createPeople(site)
      before = await fingerprint(site.deps.db)
    }
    const { target, request } = each
    const startedAt = performance.now()
    const response = await send(people[request.who], target, request)
    note(outcome, target, performance.now() - startedAt, response)
    const after = await fingerprint(site.deps.db)
    const fault = faultOf(response, target, before, after)
    if (fault)
      outcome.faults.push(
        `${target.method} ${addressOf(target, request)} as ${request.who} ${JSON.stringify(request.body)?.slice(0, 500)}: ${fault}`,
      )
    before = after
  }
  return outcome
}

async function send(who: Browser, target: Target, request: FuzzRequest): Promise<SiteResponse> {
  const hasBody = target.method === 'POST' || target.method === 'PUT'
  return who.request(target.method, addressOf(target, request), hasBody ? JSON.stringify(request.body ?? {}) : undefined, {})
}

function note({ statuses, times }: Fuzzed, { method, url }: Target, ms: number, { status }: SiteResponse): void {
  statuses[status] = (statuses[status] ?? 0) + 1
  const name = `${method} ${url}`
  times.set(name, [...(times.get(name) ?? []), ms])
}

function faultOf(
  response: SiteResponse,
  { url }: Target,
  before: Record<string, string>,
  after: Record<string, string>,
): string | undefined {
  try {
    if (url.startsWith('/pay/')) expectDecentPageOrRedirect(response)
    else if (response.status !== 304) expectDecentResponse(response)
  } catch (error) {
    return (error as Error).message.slice(0, 500)
  }
  if (response.status < 400) return undefined
  const changed = Object.keys(after).filter((table) => before[table] !== after[table])
  return changed.length > 0 ? `${response.status}, and yet changed: ${changed.join(', ')}` : undefined
}

function expectDecentPageOrRedirect(response: SiteResponse): void {
  if (response.status < 300 || response.status >= 400) expectDecentPage(response)
}

async function createPeople(site: TestApp): Promise<Record<FuzzRequest['who'], Browser>> {
  return { visitor: site.visitor(), customer: await site.customer(), staff: await createStaff(site, 'admin') }
}

/** Returns texts that get a call past its schema. */
async function knownTexts(site: TestApp): Promise<string[]> {
  const buyer = await site.customer()
  await buyer.openCheckout('tokyo-and-mount-fuji', 1, dayAhead(1))
  const { stripePriceId } = await buyer.tour('tokyo-and-mount-fuji')
  const [booking] = await buyer.bookings()
  return [
    'tokyo-and-mount-fuji', 'ubud-rice-fields-and-craft', 'flat-move', stripePriceId ?? '', booking?.id ?? '', buyer.email, 'password1', dayAhead(1),
    `${dayAhead(2)}T09:30:00.000Z`, 'EC1A 1BB', 'CB2 1TN', '12 Carrier Street, London', '2079460958', '200x90x80 cm', 'Ada', '1', '20',
  ] // prettier-ignore
}
