import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import * as staffBookingCalls from '#shared/bookings/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { followChanges } from '#shared/desk/change-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { sessionName } from '#server/lib/session-names.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, bookingsOn, createBuyer, inDays, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const site = await openPaymentSite()

/** Reads an event stream as a browser would. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  readonly #stop: AbortController
  text = ''

  private constructor(body: ReadableStream<Uint8Array>, stop: AbortController) {
    this.#reader = body.getReader()
    this.#stop = stop
  }

  static async open(of: TestApp, who: Browser): Promise<Stream> {
    const stop = new AbortController()
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${of.origin}${followChanges.path}`, {
      headers: { accept: 'text/event-stream', cookie },
      signal: stop.signal,
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    if (!response.body) throw new Error('no stream')
    const stream = new Stream(response.body, stop)
    opened.push(stream)
    await stream.until('event: beat')
    return stream
  }

  /** Throws if the stream ends before this text has arrived. */
  async until(wanted: string): Promise<void> {
    while (!this.text.includes(wanted)) {
      const { done, value } = await this.#reader.read()
      if (done) throw new Error(`ended before ${wanted}: ${this.text}`)
      this.text += this.#decoder.decode(value, { stream: true })
    }
  }

  async end(): Promise<void> {
    for (;;) if ((await this.#reader.read()).done) return
  }

  close(): void {
    this.#stop.abort()
  }
}

let opened: Stream[] = []
afterEach(() => {
  for (const stream of opened) stream.close()
  opened = []
})

const told = (noun: string, id: string) => `{"noun":"${noun}","ids":["${id}"]}`

test('staff are told of a payment and of a note by the booking alone, and of nothing about anyone', async () => {
  const [staff, buyer, day] = [await createStaff(site), await createBuyer(site), nextDay()]
  const stream = await Stream.open(site, staff)
  await bookAndPay(site, buyer, 2, day)
  const [booking] = await bookingsOn(site, day)
  const id = booking?.id ?? ''
  await stream.until(told('bookings', id))
  await staff.post(pathOf(staffBookingCalls.writeNote, { id }), { body: 'Needs a ground-floor room' })
  await site.asOwner(`update tasks set cause = cause`, `update bookings set title = title`)
  await stream.until('{"noun":"mails"')
  expect(stream.text).not.toContain(buyer.email)
  expect(stream.text).not.toContain('ground-floor')
})

test('a tick is told by its departure, and by nothing about who was ticked', async () => {
  const [staff, buyer, day] = [await createStaff(site), await createBuyer(site), inDays(site, 1)]
  const { id } = await bookAndPay(site, buyer, 1, day)
  const departure = departureId(TOUR, day)
  const stream = await Stream.open(site, staff)
  const tickedAt = site.deps.now().toISOString()
  await staff.post(pathOf(departureCalls.tickDeparture, { id: departure }), {
    ticks: [{ id: randomUUID(), bookingId: id, seat: 1, state: 'came', tickedAt }],
  })
  await stream.until(told('attendance', departure))
  expect(stream.text).not.toContain(buyer.email)
})

test('answers 204 to all but eight streams of a session, and keeps the eight and those of other sessions open', async () => {
  const [staff, colleague] = [await createStaff(site), await createStaff(site)]
  const streams = await Promise.all(Array.from({ length: 8 }, async () => Stream.open(site, staff)))
  const further = async () => (await staff.get(followChanges.path, { accept: 'text/event-stream' })).status
  expect(new Set(await Promise.all(Array.from({ length: 200 }, further)))).toEqual(new Set([204]))
  await Stream.open(site, colleague)
  await site.asOwner(`update service_types set name = name`)
  for (const stream of streams) await stream.until('"services"')
  streams[0]?.close()
  await expect.poll(async () => Stream.open(site, staff).then(Boolean, () => false)).toBe(true)
})

test('each is told of what their role may read', async () => {
  const [staff, admin] = [await createStaff(site), await createStaff(site, 'admin')]
  const streams = [await Stream.open(site, staff), await Stream.open(site, admin)] as const
  const { id } = await site.deps.db.selectFrom('users').select('id').where('email', '=', staff.email).executeTakeFirstOrThrow()
  await site.asOwner(`update users set name = 'Sam Other' where id = '${id}'`, `update service_types set name = name`)
  await streams[1].until(told('people', id))
  await streams[0].until('"services"')
  expect(streams[0].text).not.toContain('"noun":"people"')
})

const ENDS: Record<string, (id: string) => string> = {
  'the session is revoked': (id) => `update sessions set revoked_at = now() where user_id = '${id}'`,
  'the role is taken': (id) => `update users set role = 'customer' where id = '${id}'`,
  'the account is disabled': (id) => `update users set disabled_at = now() where id = '${id}'`,
}

test.each(Object.entries(ENDS))('a stream ends when %s, and no other does', async (_, statement) => {
  const [leaving, staying] = [await createStaff(site, 'manager'), await createStaff(site, 'manager')]
  const [ended, other] = [await Stream.open(site, leaving), await Stream.open(site, staying)]
  const { id } = await site.deps.db.selectFrom('users').select('id').where('email', '=', leaving.email).executeTakeFirstOrThrow()
  await site.asOwner(statement(id))
  await ended.end()
  await site.asOwner(`update service_types set name = name`)
  await other.until('"services"')
})

test('when the connection that listens is lost another one takes its place, and everything is read again', async () => {
  const stream = await Stream.open(site, await createStaff(site))
  await site.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = '${sessionName('changes')}' and datname = current_database()`)
  await stream.until('event: change\ndata: {}')
  await site.asOwner(`update service_types set name = name`)
  await stream.until('"services"')
})

test('nothing listens once no one is there, and a site that stops ends its streams', async () => {
  const other = await createTestApp()
  const listeners = async () => {
    const { rows } = await other.deps.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where application_name = '${sessionName('changes')}' and datname = current_database()`,
    )
    return rows[0]?.count
  }
  const first = await Stream.open(other, await createStaff(other))
  expect(await listeners()).toBe(1)
  first.close()
  await expect.poll(listeners).toBe(0)
  const last = await Stream.open(other, await createStaff(other))
  const [ended] = [last.end()]
  await other.close()
  await ended
})

test('a caller that is no EventSource is told what this call is', async () => {
  expect(await (await createStaff(site)).get(followChanges.path)).toMatchObject({ status: 406, json: { code: 'not_acceptable' } })
})
