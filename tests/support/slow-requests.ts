import { request as open, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import type { RouteOptions } from 'fastify'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** Where a request waits for the rest of its body: before JSON is parsed, or in the handler of a form. */
export type Station = 'preParsing' | 'preHandler'

const HEADER = 'x-arrival'

/** Reports when a request has been let in and is waiting for the rest of its body. */
export class Arrivals {
  readonly #awaited = new Map<string, () => void>()

  /** Pass to `createTestApp`, to hook into each route. */
  readonly watch = (route: RouteOptions): void => {
    for (const station of ['preParsing', 'preHandler'] as const) {
      const tell = async ({ headers }: { headers: IncomingMessage['headers'] }) =>
        this.#awaited.get(`${station} ${String(headers[HEADER])}`)?.()
      route[station] = [route[station] ?? [], tell].flat() as never
    }
  }

  async at(station: Station, name: string): Promise<void> {
    return new Promise((resolve) => this.#awaited.set(`${station} ${name}`, resolve))
  }
}

interface Slow {
  method: string
  url: string
  body: Buffer
  type?: string
  station?: Station
}

/** Sends the headers and first bytes of a request, runs `meanwhile` while the site waits, then sends the rest. Returns the response. */
export async function sendSlowly(
  site: TestApp,
  arrivals: Arrivals,
  who: Browser,
  { method, url, body, type = 'application/json', station = 'preParsing' }: Slow,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number; code: string }> {
  const name = randomUUID()
  const arrived = arrivals.at(station, name)
  const cookie = [...who.cookies].map((pair) => pair.join('=')).join('; ')
  const headers = { cookie, origin: site.origin, 'content-type': type, 'content-length': body.length, [HEADER]: name }
  const request = open(`${site.origin}${url}`, { method, headers, agent: false })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
  })
  const begun = Math.min(5, body.length - 1)
  request.write(body.subarray(0, begun))
  // A request that is not let in is answered immediately.
  await Promise.race([arrived, response])
  await meanwhile()
  request.end(body.subarray(begun))
  const answer = await response
  const { code } = (await json(answer)) as { code: string }
  return { status: answer.statusCode ?? 0, code }
}
