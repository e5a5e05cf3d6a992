import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'
import { listTours } from '../../src/shared/tours/search-calls.ts'
import { editTour, getStaffTour } from '../../src/shared/tours/staff-calls.ts'
import { MAX_TOUR_PICTURES, type StaffTourDetails } from '../../src/shared/tours/staff.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookAndPayByCall, bookByCall, expectAddress } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = 'kyoto-temples-and-tea'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

function photo(): Promise<Buffer> {
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#2f6f8f' } })
    .jpeg()
    .toBuffer()
}

test(
  'a tour is started, written, previewed as travellers would see it, published and found',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, complaints }) => {
    test.setTimeout(90_000)
    complaints.expect(/status of 415/)
    const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
    const page = await context.newPage()
    await page.goto('/#/admin/tours')
    await expectHeading(page, 'Tours')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await checkAccess(page, 'the tours')
    await page.keyboard.press('n')
    await page.keyboard.type('Fjords by Kayak')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Bergen, Norway')
    await checkAccess(page, 'a new tour')
    await page.keyboard.press('Enter')
    await expectAddress(page, '#/admin/tours/fjords-by-kayak')
    await expectHeading(page, 'Fjords by Kayak')
    await page.keyboard.press('p')
    await expect(page.getByText('Please add a picture')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the tour' }).click()

    await page.getByLabel('Overview').fill('Three days on still water.')
    await page.getByLabel('Type', { exact: true }).fill('Small group')
    await page.getByLabel('Terms and conditions').fill('Please swim well.')
    await page.getByLabel('Price per person').fill('840.50')
    await page.getByLabel('Full refund until').fill('30')
    await page.getByLabel('Partial refund until').fill('10')
    await page.getByLabel('Partial refund', { exact: true }).fill('25')
    await expect(page.getByText('25% refund if you cancel less than 30 days but at least 10 days before departure.')).toBeVisible()
    for (const title of ['Out', 'Back']) {
      await page.getByRole('button', { name: 'Add a day' }).click()
      await page.getByLabel('Title').filter({ visible: true }).fill(title)
    }
    await page.getByRole('button', { name: 'Move day 2 up' }).click()
    await expect(page.getByText('Back is now day 1.')).toBeAttached()
    await expect(page.getByRole('button', { name: /^Day 1/ })).toHaveText('Day 1Back')
    await test.step('its days are a rule of weekdays and a season, with an exception, and are counted', async () => {
      const days = page.getByRole('region', { name: 'Schedule' })
      await days.getByLabel('On these days').check()
      await days.getByLabel('Saturday').check()
      await expect(days.getByText('Runs on Saturdays.')).toBeVisible()
      await days.getByLabel('Season').selectOption('Every year between two dates')
      await days.getByLabel('To, month').selectOption('Feb')
      await expect(days.getByLabel('To, day').locator('option:checked'), 'of a shorter month, the last day').toHaveText('29')
      await days.getByLabel('To, month').selectOption('Sept')
      await days.getByLabel('To, day').selectOption('30')
      await expect(days.getByText('Runs on Saturdays from 1 May to 30 September.')).toBeVisible()
      await expect(days.getByText(/^Runs on 4\d days in the next two years: /)).toBeVisible()
      await days.getByLabel('Except on').fill(addDays(localToday(), 3))
      await days.getByLabel('Except on').press('Enter')
      await expect(days.getByRole('list', { name: 'Exceptions' }).getByRole('listitem')).toHaveCount(1)
    })
    await test.step('the start time is proposed as the end of the sale, and by itself closes nothing', async () => {
      const sale = page.getByRole('region', { name: 'On sale until' })
      await page.getByLabel('Start (optional)', { exact: true }).fill('07:45')
      await expect(sale.getByText('A start time alone doesn’t close bookings.')).toBeVisible()
      await expect(sale.getByLabel('No booking cut-off')).toBeChecked()
      await sale.getByLabel('Until a time on the day').check()
      await expect(sale.getByLabel('Until', { exact: true })).toHaveValue('07:45')
      await sale.getByLabel('Time zone').selectOption('Europe/Oslo')
      await expect(sale.getByText('Book until 07:45 on the day, Bergen time')).toBeVisible()
    })

    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('region', { name: 'Pictures', exact: true }).getByRole('button', { name: 'Add pictures' }).click()
    await (await choosing).setFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    const pictures = page.getByRole('region', { name: 'Pictures', exact: true })
    await expect(pictures.getByRole('alert')).toHaveText(/^notes\.jpg: Please choose/)
    const input = pictures.getByLabel('Pictures to add')
    await input.setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no picture') })
    await expect(pictures.getByRole('alert'), 'what was wrong before is gone').toHaveText(/^song\.mp3: Please choose/)
    const fjord = { name: 'fjord.jpg', mimeType: 'image/jpeg', buffer: await photo() }
    const most = MAX_TOUR_PICTURES
    await input.setInputFiles([
      fjord,
      ...Array.from({ length: most }, (_, at) => ({ ...fjord, name: `${at}.txt`, mimeType: 'text/plain' })),
    ])
    await expect(pictures.getByRole('alert')).toContainText(`There is room for ${most} pictures here. Left out: ${most - 1}.txt`)
    await input.setInputFiles(fjord)
    await expect(pictures.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: /Edit picture 1/ }).click()
    await page.getByRole('button', { name: 'Crop it again' }).click()
    await expect(page.getByLabel('Shape')).toBeFocused()
    await test.step('on a phone the sliders end within the dialog', async () => {
      const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
      await page.setViewportSize({ width: 390, height: 844 })
      const slider = await page.getByRole('slider', { name: 'Vertical position' }).boundingBox()
      expect((slider?.x ?? Infinity) + (slider?.width ?? 0)).toBeLessThan(390 - 16)
      await page.setViewportSize({ width, height })
    })
    await page.getByRole('slider', { name: 'Vertical position' }).press('Home')
    await page.getByRole('dialog').getByLabel('Description').fill('A kayak between cliffs')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await page.getByRole('button', { name: /Edit picture 1/ }).press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Description'), 'what was typed is kept').toHaveValue('A kayak between cliffs')
    await expect(page.getByRole('dialog')).toContainText('You have unsaved changes')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue('')
    await page.getByRole('dialog').getByLabel('Description').fill('A kayak between cliffs')
    await checkAccess(page, 'a picture')
    await page.getByRole('button', { name: 'Save picture' }).click()
    await expect(page.getByRole('button', { name: 'Edit picture 1: A kayak between cliffs' })).toBeVisible()
    await checkAccess(page, 'a tour that is written')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()

    await page.getByRole('link', { name: 'Preview' }).click()
    await expectHeading(page, 'Fjords by Kayak')
    await expect(page.getByText('Three days on still water.')).toBeVisible()
    await checkAccess(page, 'the preview')
    await page.getByRole('link', { name: 'Back to editing' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published: travellers can book it.')).toBeVisible()
    const listed = (await (await context.request.get(`${listTours.path}?search=Kayak`)).json()) as {
      data: { id: string; basePrice: number }[]
    }
    expect(listed.data[0]).toMatchObject({
      id: 'fjords-by-kayak',
      basePrice: 840.5,
      runs: {
        kind: 'rules',
        rules: [{ weekdays: [6], from: '05-01', to: '09-30' }],
        also: [],
        except: [addDays(localToday(), 3)],
      },
    })
    expect(listed.data[0]).toMatchObject({ saleEnd: { time: '07:45', daysBefore: 0, timeZone: 'Europe/Oslo' } })
  },
)

test(
  'the second to save is shown what the first has changed, and merges both',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, complaints }) => {
    complaints.expect(/409/)
    const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
    const page = await context.newPage()
    await page.goto(`/#/admin/tours/${TOUR}`)
    await page.getByLabel('Type', { exact: true }).fill('Private')
    await page.getByLabel('Minimum group size').fill('3')
    const { version, fields } = (await (await context.request.get(pathOf(getStaffTour, { id: TOUR }))).json()) as StaffTourDetails
    const data = { version, fields: { ...fields, tourType: 'Family', overview: 'Theirs.' } }
    await context.request.put(pathOf(editTour, { id: TOUR }), { data, headers: { origin: site.origin }, failOnStatusCode: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else has changed this tour' })
    await expect(dialog.getByText('Daniel Okafor changed the overview and the type')).toBeVisible()
    await expect(dialog.getByText('You both changed the type.')).toBeVisible()
    await checkAccess(page, 'two at once')
    await dialog.getByRole('button', { name: 'Apply mine on top of theirs' }).click()
    await expect(page.getByLabel('Overview')).toHaveValue('Theirs.')
    await expect(page.getByLabel('Type', { exact: true })).toHaveValue('Private')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    const saved = (await (await context.request.get(pathOf(getStaffTour, { id: TOUR }))).json()) as StaffTourDetails
    expect(saved.fields).toMatchObject({ overview: 'Theirs.', tourType: 'Private', leastGroup: 3 })
  },
)

test('the second to save can discard their own changes for those of the first', async ({ site, playwright, openBrowser, complaints }) => {
  complaints.expect(/409/)
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  await page.goto(`/#/admin/tours/${TOUR}`)
  await page.getByLabel('Type', { exact: true }).fill('Mine')
  const { version, fields } = (await (await context.request.get(pathOf(getStaffTour, { id: TOUR }))).json()) as StaffTourDetails
  const data = { version, fields: { ...fields, overview: 'Theirs again.' } }
  await context.request.put(pathOf(editTour, { id: TOUR }), { data, headers: { origin: site.origin }, failOnStatusCode: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed this tour' })
  await expect(dialog.getByText('You changed different parts, so both sets of changes can be kept.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Discard mine and show theirs' }).click()
  await expect(page.getByLabel('Overview')).toHaveValue('Theirs again.')
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue(fields.tourType)
  await page.reload()
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue(fields.tourType)
  await expect(page.getByText(/You have unsaved changes/)).toBeHidden()
})

test('unsaved changes survive another page and a reload, and can be discarded', async ({ site, playwright, openBrowser }) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto(`/#/admin/tours/${TOUR}`)
  const before = await page.getByLabel('Price per person').inputValue()
  await page.getByLabel('Price per person').fill('1234')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Departures' }).click()
  await expectHeading(page, 'Departures')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.goto(`/#/admin/tours/${TOUR}`)
  await expect(page.getByText(/^You have unsaved changes from .+\.$/).first()).toBeVisible()
  await expect(page.getByLabel('Price per person')).toHaveValue('1234')
  await page.getByLabel('Price per person').fill('much')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The price must be a number')).toBeVisible()
  await expect(page.getByLabel('Price per person')).toBeFocused()
  await page.getByRole('group', { name: 'Unsaved changes' }).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Price per person')).toHaveValue(before)
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()
})

test('days and pictures are reordered by dragging, and their new position is announced', async ({ site, playwright, openBrowser }) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto(`/#/admin/tours/${TOUR}`)
  const days = page.getByRole('region', { name: 'Itinerary' }).getByRole('listitem')
  const titles = async () =>
    days.getByRole('button', { name: /^Day/ }).evaluateAll((each) => each.map(({ textContent }) => textContent.slice(5)))
  await expect(days.first()).toBeVisible()
  const [first = '', second = '', third = '', ...others] = await titles()
  const grip = (at: number) => days.nth(at).locator('.cursor-grab').first()
  await grip(0).dragTo(grip(2), { targetPosition: { x: 10, y: 40 } })
  expect(await titles()).toEqual([second, third, first, ...others])
  await expect(page.getByText(`${first} is now day 3.`)).toBeAttached()
  await grip(2).dragTo(grip(0), { targetPosition: { x: 10, y: 4 } })
  expect(await titles()).toEqual([first, second, third, ...others])

  const pictures = page.getByRole('region', { name: 'Pictures', exact: true }).getByRole('listitem')
  const names = async () =>
    pictures.getByRole('button', { name: /^Edit/ }).evaluateAll((each) => each.map(({ textContent }) => textContent.slice(16)))
  const [cover = '', next = '', ...rest] = await names()
  await pictures
    .nth(0)
    .locator('picture')
    .dragTo(pictures.nth(1).locator('picture'), { targetPosition: { x: 140, y: 40 } })
  expect(await names()).toEqual([next, cover, ...rest])
  await expect(page.getByText(`${cover} is now picture 2.`)).toBeAttached()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  expect(await names()).toEqual([cover, next, ...rest])
})

test('taking a tour off the site says beforehand what happens to open checkouts and bookings', async ({
  site,
  playwright,
  openBrowser,
  account,
}) => {
  const day = addDays(localToday(), 33)
  const traveller = await openBrowser(await signUpByCall(playwright, site, account))
  await bookAndPayByCall(site, await traveller.newPage(), 'kauai-family-week', day, 2)
  await bookByCall(traveller.request, 'kauai-family-week', day, 1)
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto('/#/admin/tours/kauai-family-week')
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unpublish this tour' })
  await expect(dialog.getByText('1 open checkout will be closed within a minute (1 seat).')).toBeVisible()
  await expect(dialog.getByText('1 booking isn’t affected (2 travellers): they travel as planned and nothing is refunded.')).toBeVisible()
  await checkAccess(page, 'taking a tour off')
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Unpublished. Existing bookings aren’t affected.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Unpublished', { exact: true })).toBeVisible()
})

test('a review is hidden with a reason, and shown again', async ({ site, playwright, openBrowser }) => {
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  await page.goto('/#/admin/tours/tokyo-and-mount-fuji')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const name = await reviews
    .getByRole('button', { name: /^Hide the review of/ })
    .first()
    .getAttribute('aria-label')
  await reviews
    .getByRole('button', { name: name ?? '' })
    .first()
    .click()
  await page.keyboard.type('It names somebody')
  await page.getByRole('button', { name: 'Hide review', exact: true }).click()
  await expect(reviews.getByText(/Hidden by Daniel Okafor, .+: “It names somebody”/)).toBeVisible()
  await checkAccess(page, 'a hidden review')
  await reviews.getByRole('button', { name: /^Unhide/ }).click()
  await expect(reviews.getByText('It names somebody')).toBeHidden()
})
