import { randomUUID } from 'node:crypto'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import { violations } from './axe.ts'
import { expect, logInByCall, test } from './site.ts'
import { payByCard } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = { id: 'tokyo-and-mount-fuji', cents: 109_000 }

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

test(
  'a customer who booked by telephone pays by the link in the email, and sees what was paid without a login',
  { tag: '@day' },
  async ({ page, site, playwright, openBrowser }) => {
    const customer = site.newcomer('Grace Caller')
    const travelDate = addDays(localToday(), 60)
    const staff = (await openBrowser(await logInByCall(playwright, site, ADMIN))).request
    await staff.post(staffReservationCalls.makeReservation.path, {
      data: {
        key: randomUUID(),
        customer: { name: customer.name, email: customer.email },
        tourId: TOUR.id,
        travelDate,
        totalGuests: 2,
        totalCents: 2 * TOUR.cents,
        payBy: 'link',
        dueOn: addDays(localToday(), 5),
      },
      headers: { origin: site.origin },
      failOnStatusCode: true,
    })
    const link = async () =>
      (await site.mailsTo(customer.email)).map(({ text }) => /http\S+\/pay\/b\/\S+/.exec(text)?.[0]).find((each) => each !== undefined) ??
      ''
    await expect.poll(link).toContain('/pay/b/')
    await page.goto(await link())
    await expect(page.getByText(`Please pay by 23:59 on`)).toContainText(`${longDay(addDays(localToday(), 5))}, London time`)
    await page.getByRole('link', { name: /back/i }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your booking hasn’t been paid for yet' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`until 23:59 on`)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Pay now' }).click()
    await payByCard(page)

    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you. Your booking is confirmed' })).toBeVisible()
    for (const text of ['$2,180.00', longDay(travelDate), '2 guests', 'A confirmation is on its way'])
      await expect(main).toContainText(text)
    await expect(main).not.toContainText(customer.email)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    expect(await violations(page)).toEqual([])
    const file = await page.request.get((await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')) ?? '')
    expect(await file.text()).toContain('BEGIN:VCALENDAR')

    await page.goto(await link())
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you. Your booking is confirmed' })).toBeVisible()
  },
)
