import { expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import type { RenderedMail } from '#server/lib/mail-outbox.ts'
import { bookingCancelled, bookingConfirmed, bookingConfirmedMail } from './bookings.ts'
import { enquiryReply } from './enquiries.ts'
import { departureCancelled, paymentReturned, refundDisputed, refundFailed } from './refunds.ts'
import { atThisSite, previews, renderTemplate } from './templates.ts'

const NASTY_NAME = `Zoë <script>alert("1")</script> O'Neill & Söhne 🧳`
const NASTY_TITLE = `"Kyōto" <img src=x onerror='alert(1)'> & tea`

test.each(previews)('the email $name has a subject, a text part and a complete HTML page, and says who sent it', ({ mail }) => {
  const { subject, html, text } = mail()
  expect(subject).toMatch(/^[^\r\n]{10,150}$/)
  expect(html).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/)
  for (const part of [html, text]) {
    expect(part).toContain(brand.phone)
    expect(part).toContain(brand.email)
    expect(part).not.toMatch(/undefined|null|NaN|\[object/)
  }
  expect(text).not.toMatch(/<\w|&#\d+;/)
  expect(html).not.toMatch(/\ssrc=(?!"cid:(logo|picture)")|url\(|<link|<script/i)
})

test.each(previews)('the text of $name states every fact that its HTML states', ({ mail }) => {
  const { html, text } = mail()
  const readable = html
    .replace(/<style[\s\S]*?<\/style>|<head>[\s\S]*?<\/head>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  const lines = readable.split('\n').filter((line) => line.trim() !== '')
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines) expect(text).toContain(line.trim())
})

test('text that people wrote is shown and never run, in all emails and in both parts (ASVS 1.1.2, 1.2.1, 1.3.7)', () => {
  const facts = { ...bookingConfirmed.preview, customerName: NASTY_NAME, title: NASTY_TITLE }
  const mails = [
    bookingConfirmed.render(facts),
    bookingCancelled.render({ ...bookingCancelled.preview, ...facts }),
    paymentReturned.render({ ...paymentReturned.preview, ...facts }),
    paymentReturned.render({ ...paymentReturned.preview, ...facts, role: 'duplicate' }),
    paymentReturned.render({ ...paymentReturned.preview, ...facts, role: 'quarantined' }),
    refundFailed.render({ ...refundFailed.preview, customerName: NASTY_NAME, title: NASTY_TITLE }),
    refundDisputed.render({ ...refundDisputed.preview, customerName: NASTY_NAME, title: NASTY_TITLE }),
  ]
  for (const { html, text } of mails) {
    expect(html).not.toMatch(/<script|<img (?!src="cid:(logo|picture)")/i)
    expect(html).toContain('Zoë &#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; O&#39;Neill &#38; Söhne 🧳')
    expect(text).toContain(NASTY_NAME)
    expect(text).toContain(NASTY_TITLE)
  }
})

test('a confirmation states what was booked, its reference, the day and the price, and links to the bookings', () => {
  const { subject, text, html } = bookingConfirmed.render(bookingConfirmed.preview)
  expect(subject).toBe('Booking confirmed: Kyoto Temples and Tea (M-7K3P9XQD)')
  for (const fact of [
    'Kyoto Temples and Tea',
    'M-7K3P9XQD',
    '3 Apr 2027',
    '$2,498.00',
    'Amelia Hart',
    'https://www.example.com/#/bookings',
  ]) {
    expect(text).toContain(fact)
  }
  expect(html).toContain(`href="https://www.example.com/#/bookings?booking=${bookingConfirmed.preview.id}"`)
})

test('the confirmation of a move says at what time, as the emails about its quote do', () => {
  const { trip: _trip, picture: _picture, ...facts } = bookingConfirmed.preview
  const { text } = bookingConfirmed.render({ ...facts, kind: 'vehicle', startsAt: '09:30' })
  expect(text).toContain('Moving date: 3 Apr 2027, 09:30')
})

test('a confirmation says where and when to be, for how many, day by day, and until when cancelling is free', () => {
  const { text, html, calendar } = bookingConfirmed.render(bookingConfirmed.preview)
  const facts = ['Meeting point: The ryokan in Higashiyama, Kyoto', 'Local start time: 15:30', 'Duration: 3 days', 'Guests: 2']
  for (const fact of facts) expect(text).toContain(`${fact}\n`)
  expect(text).toContain('Day by day\nDay 1: Gion by lantern light\nDay 2: Tea in Uji\nDay 3: The garden before breakfast\n')
  expect(text).toContain('Cancellation: Free cancellation until 20 Mar 2027.')
  expect(html).toContain('<img src="cid:picture" alt="A temple garden in Kyoto"')
  expect(calendar).toMatchObject({ filename: 'M-7K3P9XQD.ics', method: 'PUBLISH' })
  expect(calendar?.file).toContain('METHOD:PUBLISH\r\n')
})

test('facts that an earlier version did not queue, or that nobody has written down, are left out', () => {
  const { trip, picture, ...earlier } = bookingConfirmed.preview
  const { text, html, calendar } = bookingConfirmed.render(earlier)
  expect(text).not.toMatch(/Meeting point|Guests|Day by day|attached/)
  expect(html).not.toContain('cid:picture')
  expect(calendar).toBeUndefined()
  const bare = { destination: 'Kyoto, Japan', guests: 1, duration: 1, days: [], asOf: trip?.asOf ?? '' }
  const short = bookingConfirmed.render({ ...earlier, trip: bare, picture })
  expect(short.text).toContain('Duration: 1 day\nGuests: 1\nPaid: ')
  expect(short.text).not.toContain('Day by day')
})

test('a cancellation removes the calendar entry with a later version of the same one', () => {
  const entry = ({ calendar }: RenderedMail, field: string) => new RegExp(`^${field}:(.*)\r$`, 'm').exec(calendar?.file ?? '')?.[1]
  const made = bookingConfirmed.render(bookingConfirmed.preview)
  const ended = [bookingCancelled.render(bookingCancelled.preview), departureCancelled.render(departureCancelled.preview)]
  for (const mail of ended) {
    expect(mail.calendar?.method).toBe('CANCEL')
    expect(entry(mail, 'METHOD')).toBe('CANCEL')
    expect(entry(mail, 'STATUS')).toBe('CANCELLED')
    expect(entry(mail, 'UID')).toBe(entry(made, 'UID'))
    expect(Number(entry(mail, 'SEQUENCE'))).toBeGreaterThan(Number(entry(made, 'SEQUENCE')))
  }
  const unpaid = departureCancelled.render({ ...departureCancelled.preview, refundCents: null })
  expect(unpaid.calendar).toBeUndefined()
})

test('an Arabic or Hebrew name does not move the words beside it, and any other name is left alone', () => {
  const greeted = (customerName: string) => bookingConfirmed.render({ ...bookingConfirmed.preview, customerName }).text
  expect(greeted('محمد')).toContain('Dear \u2068محمد\u2069, thank you')
  expect(greeted('דוד 🧳')).toContain('Dear \u2068דוד 🧳\u2069, thank you')
  expect(greeted('\u202eevil')).toContain('Dear \u2068\u202eevil\u2069, thank you')
  expect(greeted('京子')).toContain('Dear 京子, thank you')
})

test('a cancellation states what is refunded, or plainly that nothing is', () => {
  const some = bookingCancelled.render(bookingCancelled.preview)
  expect(some.text).toContain('$1,249.00 will be refunded to the card')
  const none = bookingCancelled.render({ ...bookingCancelled.preview, refundCents: 0 })
  expect(none.text).toContain('no refund is due')
  expect(none.text).toContain('Refund: $0.00')
})

test('a returned payment says which of two bookings stays, and names the currency in which it was paid', () => {
  const duplicate = { ...paymentReturned.preview, role: 'duplicate' as const }
  expect(paymentReturned.render(duplicate).text).toContain('this booking was paid for twice')
  expect(paymentReturned.render({ ...duplicate, keptReference: 'M-9XQD7K3P' }).text).toContain(
    'Your other booking (M-9XQD7K3P) isn’t affected',
  )
  const wrong = paymentReturned.render({ ...paymentReturned.preview, role: 'quarantined', paidCurrency: 'chf' })
  expect(wrong.text).toContain('We’re refunding CHF 2,498.00 to your card')
})

test('an email about a booking links to that booking, and for a move to the tab that lists it', () => {
  const move = { ...bookingConfirmed.preview, kind: 'vehicle' as const }
  const cancelled = { ...bookingCancelled.preview, kind: 'vehicle' as const }
  const returned = { ...paymentReturned.preview, kind: 'vehicle' as const }
  for (const { html } of [bookingConfirmed.render(move), bookingCancelled.render(cancelled), paymentReturned.render(returned)]) {
    expect(html).toContain(`href="https://www.example.com/#/bookings?tab=vehicles&#38;booking=${move.id}"`)
  }
  expect(bookingCancelled.render(bookingCancelled.preview).html).toContain(`/#/bookings?booking=${bookingCancelled.preview.id}"`)
})

test('a customer who paid twice is sent to the remaining booking, not to another date', () => {
  const twice = { ...paymentReturned.preview, role: 'duplicate' as const }
  const { html } = paymentReturned.render(twice)
  expect(html).toContain(`href="https://www.example.com/#/bookings?booking=${twice.id}"`)
  const other = paymentReturned.render({ ...twice, keptReference: 'M-9XQD7K3P', keptId: 'b2' })
  expect(other.html).toContain('href="https://www.example.com/#/bookings?booking=b2"')
  expect(html).not.toContain('Find another date')
})

test('an email is stored with what it shows and no more', () => {
  const facts = { ...bookingConfirmed.preview, password_hash: 'secret', user_id: 'user_1' }
  const { data, key, recipient } = bookingConfirmedMail('amelia@example.test', facts)
  expect(Object.keys(data).toSorted()).toEqual(Object.keys(bookingConfirmed.preview).toSorted())
  expect(key).toBe(`booking-confirmed:${facts.id}`)
  expect(recipient).toBe('amelia@example.test')
  expect(renderTemplate('booking-confirmed', JSON.parse(JSON.stringify(data)))).toEqual(bookingConfirmed.render(facts))
})

test('a template that does not exist is named in the error', () => {
  expect(() => renderTemplate('no-such-mail', {})).toThrow('There is no email template no-such-mail.')
})

test('an email about a disputed refund promises no money that may not come from us', () => {
  const cancelled = (dispute: 'none' | 'open' | 'lost') => bookingCancelled.render({ ...bookingCancelled.preview, dispute }).text
  expect(cancelled('none')).toContain('$1,249.00 will be refunded to the card')
  expect(cancelled('open')).toContain('some or all of it may be delayed until they’ve finished')
  expect(cancelled('lost')).toContain('Your bank has already returned this payment to you through the dispute')
  const disputed = (state: 'blocked' | 'lost') => refundDisputed.render({ ...refundDisputed.preview, state })
  expect(disputed('blocked').text).toContain('so we can’t send a refund yet.')
  expect(disputed('lost').subject).toBe('Refunded by your bank: Kyoto Temples and Tea (M-7K3P9XQD)')
  for (const text of [cancelled('open'), cancelled('lost'), disputed('blocked').text, disputed('lost').text]) {
    expect(text).not.toContain('refund the card')
  }
})

test.each([
  ['Hello, yes it is.', 'Hello, yes it is.'],
  ['Hello Dr. Ada Lovelace,\n\nyes, it is.', 'Hello Dr. Ada Lovelace,\n\nyes, it is.'],
  ['Hi!\nYes.', 'Hi!\nYes.'],
  ['Dear Ms Hart\nIt is free.', 'Dear Ms Hart\nIt is free.'],
  ['good morning, Ada.', 'good morning, Ada.'],
  ['Sehr geehrte Frau Weiß, ja.', 'Sehr geehrte Frau Weiß, ja.'],
  ['Yes, it is.', 'Hello,\n\nYes, it is.'],
  ['Hi-vis vests come with it.', 'Hello,\n\nHi-vis vests come with it.'],
  ['High tide is at noon, hello.', 'Hello,\n\nHigh tide is at noon, hello.'],
])('a reply to an enquiry greets once, in the words of staff if they do: %j', (written, read) => {
  const { text, html } = enquiryReply.render({ ...enquiryReply.preview, text: written })
  expect(text).toContain(`Our reply to your enquiry\n\n${read}\n\nYou wrote`)
  expect(html.includes('>Hello,</p>')).toBe(read !== written)
})

const SITE = { ofMails: () => 'https://pages.example.org', ofCalls: () => 'https://calls.example.org' }

test.each(previews)('every link in $name leads to the site that sends it, wherever it was queued', ({ name, data }) => {
  const { html, text } = renderTemplate(name, atThisSite(data, SITE))
  for (const part of [html, text]) expect(part).not.toContain('www.example.com')
})

test('pages use the address of the pages, endpoints that of the endpoints, and the rest of a link is unchanged', () => {
  const data = {
    siteUrl: 'http://localhost:3000',
    resetUrl: 'http://localhost:3000/#/reset-password?token=a%2Fb',
    payUrl: 'http://localhost:3000/pay/q/token?x=1',
    emptiedUrl: '',
    none: null,
    name: 'http://localhost:3000',
  }
  expect(atThisSite(data, SITE)).toEqual({
    siteUrl: 'https://pages.example.org',
    resetUrl: 'https://pages.example.org/#/reset-password?token=a%2Fb',
    payUrl: 'https://calls.example.org/pay/q/token?x=1',
    emptiedUrl: '',
    none: null,
    name: 'http://localhost:3000',
  })
})
