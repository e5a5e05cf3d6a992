import type { App } from '../../src/server/lib/deps.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import type { TourBooking } from '../../src/shared/bookings/public.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { createCheckout } from '../../src/shared/payments/checkout-calls.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import type { Tour } from '../../src/shared/tours/public.ts'

export interface SiteResponse {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  bytes: Buffer
  // Each test knows the shape of the responses it expects.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

/** Calls the application like a page in a browser: keeps cookies and sends the site's own Origin. */
export class Browser {
  readonly cookies = new Map<string, string>()
  email = ''
  readonly #app: App
  readonly #origin: string

  constructor(app: App, origin: string) {
    this.#app = app
    this.#origin = origin
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
    return this.request('GET', url, undefined, headers)
  }

  async post(url: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<SiteResponse> {
    return this.request('POST', url, body, headers)
  }

  async put(url: string, body: unknown): Promise<SiteResponse> {
    return this.request('PUT', url, body, {})
  }

  async delete(url: string): Promise<SiteResponse> {
    return this.request('DELETE', url, undefined, {})
  }

  async upload(
    url: string,
    file: { name: string; type: string; bytes: Buffer },
    fields: Record<string, string> = {},
  ): Promise<SiteResponse> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name)
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    return this.request('POST', url, Buffer.from(await encoded.arrayBuffer()), { 'content-type': type })
  }

  /** Sends text or bytes as they are, and any other `body` as JSON. */
  async request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<SiteResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#app.inject({
      method,
      url,
      headers: {
        host: new URL(this.#origin).host,
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { origin: this.#origin }),
        ...(body !== undefined && method !== 'GET' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = (response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      json: isJson ? JSON.parse(response.body) : undefined,
    }
  }

  async signUpAndLogIn(name: string, email: string, password = 'password1'): Promise<void> {
    const signedUp = await this.post(accountCalls.signUp.path, { name, email, password })
    if (signedUp.status !== 201) throw new Error(`sign-up: ${signedUp.text}`)
    await this.logIn(email, password)
  }

  async logIn(email: string, password: string): Promise<void> {
    this.email = email
    const loggedIn = await this.post(accountCalls.logIn.path, { email, password })
    if (loggedIn.status !== 200) throw new Error(`login: ${loggedIn.text}`)
  }

  async tour(id: string): Promise<Tour> {
    return (await this.get(pathOf(getTour, { id }))).json.data
  }

  /** Books as the page does, and returns the response of POST /create-checkout-session. */
  async checkout(tourId: string, guests: number, travelDate: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
    const { stripePriceId } = await this.tour(tourId)
    return this.post(createCheckout.path, { priceId: stripePriceId, tour_id: tourId, totalGuests: guests, travelDate }, headers)
  }

  /** Books, and returns the session of the hosted checkout. */
  async openCheckout(tourId: string, guests: number, travelDate: string): Promise<string> {
    const answer = await this.checkout(tourId, guests, travelDate)
    if (answer.status !== 200) throw new Error(`checkout: ${answer.text}`)
    return sessionOf(answer.json.url)
  }

  async bookings(): Promise<TourBooking[]> {
    return (await this.get(bookingCalls.listTourBookings.path)).json
  }
}

/** Returns the session in the address of a hosted checkout. */
export function sessionOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}
