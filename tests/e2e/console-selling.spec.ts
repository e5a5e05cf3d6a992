import type { Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { createTour, editTour, getStaffTour } from '../../src/shared/tours/staff-calls.ts'
import type { StaffTourDetails } from '../../src/shared/tours/staff.ts'
import { localToday } from '../../src/shared/dates.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { expectAddress } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const SUMMER_DAY = `${Number(localToday().slice(0, 4)) + 1}-07-12`

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Presses a button as somebody does who has no mouse. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).press('Enter')
}

test(
  'a tour with one price gets options, ages and a season, a family is tried, and it goes back to one price',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, complaints }) => {
    test.setTimeout(90_000)
    complaints.expect(/409/)
    const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
    const page = await context.newPage()
    const created = await context.request.post(createTour.path, {
      data: { name: 'Bay by Boat', destination: 'Nha Trang, Vietnam' },
      headers: { origin: site.origin },
      failOnStatusCode: true,
    })
    const { id } = (await created.json()) as StaffTourDetails
    const read = async () => (await (await context.request.get(pathOf(getStaffTour, { id }))).json()) as StaffTourDetails

    await page.goto(`/#/admin/tours/${id}`)
    await page.getByLabel('Price per person').fill('45')
    await page.getByLabel('Maximum group size').fill('12')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Single price: $45')).toBeVisible()
    await page.getByRole('link', { name: 'Add options, age-based prices or start times' }).press('Enter')
    await expectAddress(page, `#/admin/tours/${id}/selling`)
    await expect(page.getByRole('heading', { level: 1, name: 'Bay by Boat: options and prices' })).toBeFocused()
    await expect(page.getByLabel('Seats', { exact: true })).toHaveValue('12')
    await checkAccess(page, 'a tour that begins to sell options')

    const pays = page.getByRole('complementary', { name: 'Price preview' })
    await test.step('a child is added at one touch, and then a second option like the first', async () => {
      await press(page, 'Child 4–11')
      await expect(page.getByRole('group', { name: 'Child', exact: true }).getByLabel('Price, USD')).toBeFocused()
      await page.keyboard.type('30')
      await press(page, 'Add an option')
      await expect(page.getByLabel('Name', { exact: true }).first()).toBeFocused()
      await page.keyboard.type('Tour in German')
      await page.getByRole('group', { name: 'Adult', exact: true }).getByLabel('Price, USD').fill('55.50')
      await page.getByLabel('Seats used').selectOption('Shared with Standard')
      await press(page, 'Add a start time')
      await page.getByLabel('Duration (hours)').fill('2:30')
      await expect(page.getByText('Incomplete entries are left out.')).toBeVisible()
      await page.getByLabel('Starts at').fill('09:00')
    })
    await test.step('a family of four is tried in summer, and the calendar says why', async () => {
      await press(page, 'Add a season')
      await page.keyboard.type('Summer')
      await page.getByLabel('By', { exact: true }).fill('20')
      await pays.getByLabel('Option').selectOption('Standard')
      await pays.getByLabel('Day', { exact: true }).fill(SUMMER_DAY)
      await expect(pays.getByText('$54 each · Summer')).toBeVisible()
      await expect(pays.getByRole('definition').last()).toHaveText('$180')
      await pays.getByRole('gridcell', { selected: true }).getByRole('button').press('ArrowLeft')
      await expect(pays.getByText(/, 11 July \d{4}$/)).toBeVisible()
      await expect(pays.getByText('Adult: $54, Summer').last()).toBeVisible()
    })
    await test.step('what is missing is said at its field, which opens and gets the focus', async () => {
      await press(page, /^Standard/)
      await page.getByRole('group', { name: 'Child', exact: true }).getByLabel('Price, USD').fill('')
      await press(page, /^Standard/)
      await press(page, 'Save')
      const price = page.getByRole('group', { name: 'Child', exact: true }).getByLabel('Price, USD')
      await expect(price).toBeFocused()
      await expect(page.getByText('Please enter a price')).toBeVisible()
      await page.keyboard.type('30')
      await expect(page.getByText('Please enter a price')).toBeHidden()
      await press(page, 'More about Child')
      await press(page, /^Days, group size/)
      await press(page, 'Add an extra')
      await page.keyboard.type('Snorkel')
      const extras = page.getByRole('region', { name: 'Extras' })
      await extras.getByLabel('Price, USD').fill('2.5')
      await extras.getByLabel('Some options').check()
      await extras.getByLabel('Tour in German').check()
      await press(page, 'Early booking')
      await page.keyboard.type('60')
      await page.getByLabel('Discount (%)').fill('5')
      await checkAccess(page, 'options and a season')
    })
    await test.step('what somebody else has saved meanwhile is shown', async () => {
      const { version, fields } = await read()
      const data = { version, fields: { ...fields, overview: 'Theirs.' } }
      await context.request.put(pathOf(editTour, { id }), { data, headers: { origin: site.origin }, failOnStatusCode: true })
      await press(page, 'Save')
      const dialog = page.getByRole('dialog', { name: 'Someone else has changed this tour' })
      await expect(dialog.getByText('They changed different parts, so both sets of changes can be kept.')).toBeVisible()
      await checkAccess(page, 'two at once')
      await dialog.getByRole('button', { name: 'Apply mine on top of theirs' }).press('Enter')
      await press(page, 'Save')
      await expect(page.getByText('Saved.')).toBeVisible()
      await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()
    })
    expect((await read()).selling).toMatchObject({
      timeZone: 'Europe/London',
      capacityGroups: [{ id: 'standard', seats: 12 }],
      options: [
        {
          id: 'standard',
          startTimes: [],
          units: [
            { id: 'adult', priceCents: 4_500 },
            { id: 'child', accompaniedBy: ['adult'] },
          ],
        },
        {
          id: 'tour-in-german',
          capacityGroup: 'standard',
          startTimes: [{ time: '09:00', minutes: 150 }],
          units: [{ priceCents: 5_550 }, {}],
        },
      ],
      extras: [{ id: 'snorkel', priceCents: 250, optionIds: ['tour-in-german'] }],
      earlyBooking: [{ daysBefore: 60, percent: 5 }],
      seasons: [{ id: 'summer', percent: 20, when: { from: '06-01', to: '08-31' } }],
    })

    await page.reload()
    await expect(page.getByRole('button', { name: /^Tour in German/ })).toContainText('Adult $55.50, Child $30 · 09:00')
    await expect(page.getByRole('button', { name: /^Summer/ })).toContainText('Daily from 1 June to 31 August · 20% more')
    await page.getByRole('link', { name: 'The tour' }).click()
    await expect(page.getByText('2 options, 1 start time, 1 season, 1 extra, from $45')).toBeVisible()
    await expect(page.getByText('changed Options and prices').first()).toBeVisible()
    await expect(page.getByLabel('Price per person')).toBeHidden()
    await checkAccess(page, 'a tour with options')

    await page.getByRole('link', { name: 'Edit options and prices' }).click()
    await press(page, 'Switch to a single price')
    const question = page.getByRole('dialog', { name: 'Switch to a single price?' })
    await expect(question).toContainText('Everyone will pay $45.')
    await question.getByRole('button', { name: 'Switch to a single price' }).press('Enter')
    await expectAddress(page, `#/admin/tours/${id}`)
    await expect(page.getByLabel('Price per person')).toHaveValue('45')
    expect((await read()).selling).toBeNull()
  },
)

test('an extra gets a picture of its tour, which travellers see beside its text', async ({ site, playwright, openBrowser, account }) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto('/#/admin/tours/loire-on-two-wheels/selling')
  const extras = page.getByRole('region', { name: 'Extras' })
  await extras.getByRole('button', { name: /^Bike/ }).press('Enter')
  const picture = extras.getByRole('group', { name: /^Picture/ }).first()
  await picture.getByRole('button', { name: 'Choose from this tour' }).click()
  await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  await expect(picture.getByRole('listitem')).toHaveCount(1)
  await checkAccess(page, 'an extra with a picture')
  await press(page, 'Save')
  await expect(page.getByText('Saved.')).toBeVisible()
  const traveller = await (await openBrowser(await signUpByCall(playwright, site, account))).newPage()
  await traveller.goto('/#/destination-details/loire-on-two-wheels')
  await expect(traveller.getByRole('group', { name: 'Extras' }).getByRole('img')).toHaveCount(1)
})
