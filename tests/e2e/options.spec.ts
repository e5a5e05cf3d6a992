import type { Page } from '@playwright/test'
import type { Selling } from '../../src/shared/tours/offers/selling-schema.ts'
import { SELLING } from '../support/selling.ts'
import { checkAccess } from './axe.ts'
import { press, tabTo } from './keyboard.ts'
import type { RunningSite } from './running-site.ts'
import { expect, test } from './site.ts'
import { departure, logIn } from './traveller.ts'

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

/** Tours that no other test uses, because they sell options here. */
const [BY_THUMB, BY_KEYBOARD, DEARER] = [
  'bukit-beaches-and-lembongan',
  'zagreb-and-the-plitvice-lakes',
  'cusco-and-the-sacred-valley',
] as const
const DAY = departure(40)
const [english, german, boat] = SELLING.options
const UNITS = [
  { name: 'Adults', ages: { from: 12, to: null } },
  { name: 'Children', ages: { from: 4, to: 11 }, accompaniedBy: ['adult'] },
  { name: 'Infants', ages: { from: 0, to: 3 } },
]
const named = (option: Selling['options'][number] | undefined, name: string, more: object = {}) => {
  if (!option) throw new Error('The options are missing.')
  return { ...option, name, units: option.units.map((unit, index) => ({ ...unit, ...UNITS[index] })), ...more }
}
const BUSES: Selling = {
  ...SELLING,
  options: [
    named(english, 'Bus, in English'),
    named(german, 'Bus, in German', { startTimes: english?.startTimes.slice(0, 1) }),
    named(boat, 'Boat', { runs: { kind: 'dates', dates: [departure(41).day] } }),
  ],
  earlyBooking: [{ daysBefore: 30, percent: 10 }],
}

const option = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(name) })
const time = (page: Page, at: string) => page.getByRole('radio', { name: new RegExp(`^${at}`) })
const book = (page: Page) => page.getByRole('button', { name: 'Book This Tour' })
const total = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const payment = (page: Page, sum: string) => page.getByRole('button', { name: `Pay ${sum}` })

async function sell(site: RunningSite, tour: string, selling: Selling): Promise<void> {
  await site.query(
    'insert into tour_selling (tour_id, content) values ($1, $2) on conflict (tour_id) do update set content = excluded.content',
    [tour, JSON.stringify(selling)],
  )
  // What is cached of the catalogue follows the tour.
  await site.query('update tours set max_people = max_people where id = $1', [tour])
}

test('on a phone an option, a time, a family and an extra are chosen, and the card page asks for the total that was shown', async ({
  page,
  site,
  account,
  complaints,
}) => {
  complaints.expect(/status of 40[01]/)
  await sell(site, BY_THUMB, BUSES)
  await site.query(`insert into codes (id, text, percent, created_at) values (gen_random_uuid(), 'FAMILY10', 10, now())`)
  await page.goto(`/#/destination-details/${BY_THUMB}?date=${DAY.day}`)
  await expect(total(page, 'From for 1 guest: $45')).toBeVisible()
  await book(page).click()
  await expect(page.getByText('Please choose one of the options')).toBeVisible()
  await expect(option(page, 'Boat')).toHaveAccessibleName(new RegExp(`Not available on ${DAY.text.replace(/ \d{4}$/, '')}`))

  await option(page, 'Bus, in English').check()
  await book(page).click()
  await expect(page.getByText('Please choose a start time')).toBeVisible()
  await time(page, '09:00').check()
  await page.getByRole('button', { name: 'Increase Adults' }).click()
  await page.getByRole('button', { name: 'Increase Children' }).click()
  await page.getByRole('button', { name: 'Increase Bike' }).click()
  await page.getByLabel('Pickup').selectOption('Ubud market, 1 h 30 min before the start')
  await expect(page.getByText('We’ll pick you up at 07:30')).toBeVisible()
  const lines = page.getByRole('region', { name: 'Price' }).getByRole('listitem')
  await expect(lines).toHaveText(['Adults × 2$100.00', 'Children × 1$30.00', 'Bike × 1$10.00', 'Early booking, 10% off−$13.00'])
  await expect(total(page, '3 guests: $127.00')).toBeVisible()
  await checkAccess(page, 'a tour with options, chosen')

  await page.getByRole('button', { name: 'Decrease Adults' }).dblclick()
  await expect(page.getByText('Children can only travel together with Adults')).toBeVisible()
  await expect(lines).toHaveCount(0)
  await page.getByRole('button', { name: 'Increase Adults' }).dblclick()
  await option(page, 'Bus, in German').check()
  await expect(page.getByText('Starts at 03:00')).toBeVisible()
  await option(page, 'Bus, in English').check()

  await page.reload()
  await expect(time(page, '09:00')).toBeChecked()
  await expect(total(page, '3 guests: $127.00')).toBeVisible()
  await page.context().clearCookies()
  await book(page).click()
  await logIn(page, account)
  await page.getByRole('link', { name: 'Continue to the tour you chose' }).click()
  await expect(time(page, '09:00')).toBeChecked()
  await page.getByRole('button', { name: 'Do you have a code?' }).click()
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await code.fill('WELCOME11')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'We don’t recognise this code.' })).toBeVisible()
  await code.fill('family10')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Code FAMILY10 applied.')).toBeVisible()
  await expect(lines.last()).toHaveText('Code FAMILY10−$12.70')
  await expect(total(page, '3 guests: $114.30')).toBeVisible()
  await checkAccess(page, 'a tour with options and a code')
  await book(page).click()
  await expect(payment(page, '$114.30')).toBeVisible()
})

test('by keyboard a day is found by its price in the calendar, and the choice is booked', async ({ page, site }) => {
  const { earlyBooking: _, ...rest } = BUSES
  const cheaper = departure(42)
  await sell(site, BY_KEYBOARD, { ...rest, earlyBooking: [], dayPrices: [{ day: cheaper.day, percent: -20, prices: [] }] })
  await page.goto(`/#/destination-details/${BY_KEYBOARD}?date=${DAY.day}`)
  await tabTo(page, option(page, 'Bus, in English'))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Bus, in German')).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await press(page, time(page, '03:00'), 'Space')
  await expect(time(page, '03:00')).toBeChecked()
  await press(page, page.getByRole('button', { name: 'Increase Adults' }))
  await expect(total(page, '2 guests: $100.00')).toBeVisible()

  const opener = page.getByRole('button', { name: 'See availability' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const day = (of: string) => page.locator(`[data-day="${of}"]`)
  await expect(day(DAY.day)).toBeFocused()
  await expect(day(DAY.day)).toHaveAccessibleName(/: \$100 for your group, 4 seats left, chosen$/)
  await checkAccess(page, 'the calendar of a tour with options')
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight')
  await expect(day(cheaper.day)).toHaveAccessibleName(/: \$80 for your group, 4 seats left$/)
  await page.keyboard.press('Enter')
  await expect(opener).toBeFocused()
  await expect(total(page, '2 guests: $80.00')).toBeVisible()
  await expect(page.getByText('Price of this day')).toBeVisible()
  await press(page, book(page))
  await expect(payment(page, '$80.00')).toBeVisible()
})

test('a price that has changed on the open page is shown with its lines, and booked only after a yes', async ({
  page,
  site,
  complaints,
}) => {
  complaints.expect(/status of 409/)
  await sell(site, DEARER, BUSES)
  await page.goto(`/#/destination-details/${DEARER}?date=${DAY.day}&guests=2`)
  await option(page, 'Bus, in English').check()
  await time(page, '09:00').check()
  await expect(total(page, '2 guests: $90.00')).toBeVisible()
  await sell(site, DEARER, { ...BUSES, dayPrices: [{ day: DAY.day, percent: 50, prices: [] }] })
  await book(page).click()
  const dialog = page.getByRole('dialog', { name: 'The price has changed' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Adults × 2Price of this day$150.00', 'Early booking, 10% off−$15.00'])
  await checkAccess(page, 'the question about a new price')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(total(page, '2 guests: $135.00')).toBeVisible()
  await sell(site, DEARER, BUSES)
  await book(page).click()
  await dialog.getByRole('button', { name: 'Book for $90.00' }).click()
  await expect(payment(page, '$90.00')).toBeVisible()
})
