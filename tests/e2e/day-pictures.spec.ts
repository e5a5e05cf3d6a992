import sharp from 'sharp'
import { pathOf } from '../../src/shared/contract.ts'
import { editTour, getStaffTour } from '../../src/shared/tours/staff-calls.ts'
import { uploadPicture } from '../../src/shared/tours/picture-calls.ts'
import type { StaffTourDetails } from '../../src/shared/tours/staff.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, test } from './site.ts'

test.use({ isSignedIn: true, contextOptions: { reducedMotion: 'reduce' } })

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
/** A tour that no other test uses, and a day of it without a picture in the demo. */
const TOUR = 'hokkaido-cranes-and-drift-ice'
const DAY = /^Day 5/
const OWN = 'Two red-crowned cranes dance in the snow beside a sea of drift ice below white mountains.'

test('a day takes a picture of the tour and an uploaded one; a traveller sees the first beside its text', async ({
  page,
  site,
  playwright,
  openBrowser,
}) => {
  test.setTimeout(60_000)
  const office = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const before = (await (await office.request.get(pathOf(getStaffTour, { id: TOUR }))).json()) as StaffTourDetails
  const editor = await office.newPage()
  await editor.goto(`/#/admin/tours/${TOUR}`)
  await editor.getByRole('button', { name: DAY }).click()
  const day = editor.getByRole('listitem').filter({ has: editor.getByRole('button', { name: DAY }) })

  await day.getByRole('button', { name: 'Choose from this tour' }).click()
  const chooser = editor.getByRole('dialog', { name: 'Choose a picture' })
  await expect(chooser.getByRole('button', { name: OWN })).toBeVisible()
  await checkAccess(editor, 'the choice of a picture')
  await chooser.getByRole('button', { name: OWN }).click()
  await expect(chooser).toBeHidden()
  await expect(day.getByRole('button', { name: `Edit picture 1: ${OWN}` })).toBeVisible()

  // Text typed during an upload stays.
  let arrive = () => {}
  const onItsWay = new Promise<void>((resolve) => (arrive = resolve))
  await editor.route(`**${uploadPicture.path}`, async (route) => {
    await onItsWay
    await route.continue()
  })
  const choosing = editor.waitForEvent('filechooser')
  await day.getByRole('button', { name: 'Add pictures' }).click()
  const ice = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#8fb8d8' } })
  await (await choosing).setFiles({ name: 'ice.jpg', mimeType: 'image/jpeg', buffer: await ice.jpeg().toBuffer() })
  await day.getByLabel('Description').fill('The ship leaves at two.')
  arrive()
  await day.getByRole('button', { name: /^Edit picture 2/ }).click()
  await editor.getByRole('dialog').getByLabel('Description').fill('Floes under a blue sky')
  await editor.getByRole('button', { name: 'Save picture' }).click()
  await day.getByRole('button', { name: 'Move picture 2 up' }).click()
  await expect(day.getByRole('button', { name: 'Edit picture 1: Floes under a blue sky' })).toBeVisible()
  await expect(day.getByLabel('Description')).toHaveValue('The ship leaves at two.')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.getByText('Saved.')).toBeVisible()
  await editor.getByRole('link', { name: 'Preview' }).click()
  await editor.getByRole('button', { name: DAY }).click()
  await expect(editor.getByRole('button', { name: 'Enlarge: Floes under a blue sky' })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/#/destination-details/${TOUR}`)
  await page.getByRole('button', { name: DAY }).click()
  const [text, picture] = [page.getByText('The ship leaves at two.'), page.getByRole('button', { name: 'Enlarge: Floes under a blue sky' })]
  const boxes = async () => ({ text: await text.boundingBox(), picture: await picture.boundingBox() })
  // It is lazy-loaded below the fold.
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const wide = await boxes()
  expect(wide.picture?.x).toBeGreaterThan((wide.text?.x ?? Infinity) + (wide.text?.width ?? 0))
  await page.setViewportSize({ width: 390, height: 844 })
  const narrow = await boxes()
  expect(narrow.text?.y).toBeGreaterThan((narrow.picture?.y ?? Infinity) + (narrow.picture?.height ?? 0))
  await checkAccess(page, 'a day with pictures')
  await picture.click()
  const viewer = page.getByRole('dialog', { name: 'Lightbox' })
  await expect(viewer.getByText('1 / 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picture).toBeFocused()

  const { version } = (await (await office.request.get(pathOf(getStaffTour, { id: TOUR }))).json()) as StaffTourDetails
  await office.request.put(pathOf(editTour, { id: TOUR }), {
    data: { version, fields: before.fields },
    headers: { origin: site.origin },
    failOnStatusCode: true,
  })
})
