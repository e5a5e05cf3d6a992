import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathOf } from '../../src/shared/contract.ts'
import { payReturn } from '../../src/shared/payments/calls.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import { sessionOf } from '../../tests/support/browser.ts'
import { dayAhead } from '../../tests/support/days.ts'
import type { WebBrowser } from '../../tests/support/web-browser.ts'
import { countAct, type Act } from './acts.ts'
import { pickRow, type Desk } from './desk.ts'

export const QUOTE_ACTS: readonly Act[] = ['quote approved', 'quote paid by card', 'quote paid by transfer']

/** Asks for a quote as the wizard does (specification §7). */
export async function askForQuote(browser: WebBrowser, random: () => number): Promise<void> {
  const pickupDate = `${dayAhead(0)}T09:30:00.000Z`
  await browser.post(vehicleCalls.requestQuote.path, {
    serviceTypeId: 'flat-move',
    pickupLocation: '12 Carrier Street, London',
    dropoffLocation: '3 Mill Lane, Cambridge',
    pickupPinCode: 'EC1A 1BB',
    dropoffPinCode: 'cb21tn',
    price: 34_800,
    pickupDate,
    dropoffDate: pickupDate,
    itemDetails: { items: [{ name: 'Sofa', dimensions: '200x90x80 cm', photos: [] }], floorCount: 3, helpers: 2 },
    notes: `Ring ${Math.floor(random() * 1_000_000)}`,
  })
}

export async function approveQuote(desk: Desk): Promise<void> {
  const asked = `select id from bookings where kind = 'vehicle' and status = 'pending' and not is_demo order by created_at desc limit 20`
  const quote = await pickRow<{ id: string }>(desk, asked)
  if (!quote) return
  const { status } = await desk.browser.post(pathOf(staffQuoteCalls.approveQuote, { id: quote.id }))
  if (status === 200) countAct(desk.world.told.acts, 'quote approved')
}

/** Pays a quote by card, through the link in its email: only there, since our record of it is erased as soon as it has been sent. */
export async function payQuote(desk: Desk): Promise<void> {
  const { site, told } = desk.world
  const mail = await pickRow<{ id: string }>(
    desk,
    `select mails.id from mails join bookings on bookings.id = booking_id
     where template = 'quote-approved' and sent_at is not null and status = 'approved' and not is_demo order by mails.created_at desc limit 20`,
  )
  if (!mail) return
  const answer = await desk.browser.get(await readLink(site.dataDir, mail.id))
  if (answer.status !== 303) return
  const session = sessionOf(String(answer.headers['location']))
  if (!session.startsWith('cs_')) return
  told.opened.add(session)
  const cards = await site.server.cards()
  const payment = (await cards.pay(session, { wait: false })) as { kind: string }
  if (payment.kind !== 'paid') return
  told.paid.add(session)
  countAct(told.acts, 'quote paid by card')
  await desk.browser.get(`${payReturn.path}?session_id=${session}`)
}

/** Returns the path of the link with which a quote is paid, from the file of its email. */
async function readLink(dataDir: string, mailId: string): Promise<string> {
  const text = await readFile(path.join(dataDir, 'mails', `${mailId}.eml`), 'utf8')
  // Quoted-printable breaks long lines with an equals sign.
  const [link] = /\/pay\/q\/[\w.-]+/.exec(text.replaceAll('=\n', '')) ?? []
  if (!link) throw new Error(`email ${mailId}: there is no link to pay`)
  return link
}
