import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as mailCalls from '#shared/mails/staff-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let boss: Browser

beforeAll(async () => {
  site = await createTestApp()
  boss = await createStaff(site, 'admin')
  await site.asOwner(`update users set name = 'Ulla Chef' where role = 'admin'`)
  for (const [id, name, email, reference] of PEOPLE) {
    await site.deps.db.insertInto('users').values({ id, name, email, role: 'customer', password_hash: 'x' }).execute()
    await site.deps.db
      .insertInto('bookings')
      .values({ ...BOOKING, id: randomUUID(), reference, user_id: id })
      .execute()
  }
})
afterAll(async () => site.close())

const PEOPLE: [string, string, string, string][] = [
  ['brien', 'Siobhán O’Brien', 'post1@first.test', 'M-DZP57QXK'],
  ['okafor', 'Omar Okafor', 'post2@second.test', 'M-DZP6AAAA'],
  ['whitfield', 'Anne-Marie Whitfield', 'post3@third.test', 'M-ADAM2345'],
  ['walesa', 'Lech Wałęsa', 'post4@xn--bcher-kva.example', 'M-22222222'],
  ['gross', 'Jörg Groß', 'post5@fifth.test', 'M-33333333'],
  ['soren', 'Søren Æbelø', 'post6@sixth.test', 'M-44444444'],
  ['nfd', 'Zoe\u0308 Lefe\u0300vre', 'r&d/zoe=x@seventh.test', 'M-55555555'],
  ['li', 'Li Wu', 'post8@eighth.test', 'M-66666666'],
]
const BOOKING = {
  kind: 'tour',
  status: 'confirmed',
  title: 'Kyoto',
  total_cents: 100,
  currency: 'usd',
  starts_on: '2031-01-01',
  full_refund_days: 0,
  partial_refund_days: 0,
  partial_refund_percentage: 0,
  confirmed_at: new Date(),
} as const

const SPELLINGS: [string, string][] = [
  ['O’Brien', 'brien'],
  ["o'brien", 'brien'],
  ['obrien', 'brien'],
  ['O Brien', 'brien'],
  ['O´Brien Siobhan', 'brien'],
  ['Ｏ＇ＢＲＩＥＮ', 'brien'],
  ['Okafor Omar', 'okafor'],
  ['okafor, omar', 'okafor'],
  ['Okafro', 'okafor'],
  ['Whitfeild', 'whitfield'],
  ['whitfiel', 'whitfield'],
  ['Whitefield', 'whitfield'],
  ['Wihtfield Marie', 'whitfield'],
  ['anne marei whitfield', 'whitfield'],
  ['Anne Marie', 'whitfield'],
  ['annemarie', 'whitfield'],
  ['Anne–Marie', 'whitfield'],
  ['walesa', 'walesa'],
  ['Wałęsa', 'walesa'],
  ['WAŁĘSA LECH', 'walesa'],
  ['post4@bücher.example', 'walesa'],
  ['POST4@XN--BCHER-KVA.example', 'walesa'],
  ['gross', 'gross'],
  ['GROSS', 'gross'],
  ['Groß', 'gross'],
  ['GROẞ', 'gross'],
  ['Jorg', 'gross'],
  ['Joerg', 'gross'],
  ['soren aebelo', 'soren'],
  ['SØREN', 'soren'],
  ['Zoë', 'nfd'],
  ['zoe', 'nfd'],
  ['lefèvre', 'nfd'],
  ['Le\u200bfe\u0300vre', 'nfd'],
  ['r&d/zoe=x@seventh.test', 'nfd'],
  ['r&d', 'nfd'],
  ['Wu Li', 'li'],
]

test.each(SPELLINGS)('a person typed as %j is found as %s in every search of people and bookings', async (text, id) => {
  const q = encodeURIComponent(text)
  const people = (await boss.get(`${peopleCalls.listPeople.path}?search=${q}`)).json.map((each: { id: string }) => each.id)
  const customers = (await boss.get(`${peopleCalls.findCustomers.path}?search=${q}`)).json.map((each: { id: string }) => each.id)
  const bookings = (await boss.get(`${deskBookingCalls.listStaffBookings.path}?search=${q}`)).json.map(
    (each: { customer: { id: string } }) => each.customer.id,
  )
  const found = (await boss.get(`${deskBookingCalls.searchConsole.path}?q=${q}`)).json
  expect([people, customers, bookings]).toEqual([[id], [id], [id]])
  expect([found.people, found.bookings]).toMatchObject([[{ id }], [{ customer: { id } }]])
  expect(found.bookings[0].match).toBeUndefined()
})

test.each([
  ['M-DZP5', ['M-DZP57QXK']],
  ['m–dzp5', ['M-DZP57QXK']],
  ['dzp5', ['M-DZP57QXK']],
  ['Ｍ－ＤＺＰ５', ['M-DZP57QXK']],
  ['M-\u200bDZP5 7QXK', ['M-DZP57QXK']],
  ['MDZP57QXK', ['M-DZP57QXK']],
  ['M-DZP', ['M-DZP6AAAA', 'M-DZP57QXK']],
  ['adam', ['M-ADAM2345']],
  ['M-ZZZZ', []],
])('the beginning of a reference typed as %j finds %j', async (text, references) => {
  const { json } = await boss.get(`${deskBookingCalls.listStaffBookings.path}?search=${encodeURIComponent(text)}`)
  expect(json.map((each: { reference: string }) => each.reference).toSorted()).toEqual(references.toSorted())
})

test.each(['Okaffort', 'whiffeild', 'owu', 'post12', '12345', '---', '…', '%%%', '_____', 'Siobhan Okafor'])(
  'what is more than a typo away finds no one: %j',
  async (text) => {
    expect((await boss.get(`${peopleCalls.listPeople.path}?search=${encodeURIComponent(text)}`)).json).toEqual([])
  },
)

test('travellers, contacts of requests and recipients of emails are found however they are typed', async () => {
  const id = randomUUID()
  await site.deps.db
    .insertInto('mails')
    .values({ id, key: id, template: 'password-changed', recipient: 'Marie-Thérèse@example.test'.normalize('NFD'), data: '{}' })
    .execute()
  for (const text of ['marie–therese@', 'Marie-Thérèse@example.test', 'marie therese', 'marie-theresa@example']) {
    const { json } = await boss.get(`${mailCalls.listMails.path}?search=${encodeURIComponent(text)}`)
    expect(
      json.map((mail: { id: string }) => mail.id),
      text,
    ).toEqual([id])
  }
})
