import { expect, type APIRequest, type APIRequestContext, type Page } from '@playwright/test'
import sharp from 'sharp'
import { pathOf } from '../../src/shared/contract.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'
import type { RunningSite } from './running-site.ts'
import { signUpByCall } from './site.ts'

export const SERVICE = 'flat-move'
export const movingDate = (days = 10) => `${addDays(localToday(), days)}T09:30`

/** Returns a small photo in a camera's format. */
export function photo(): Promise<Buffer> {
  return sharp({ create: { width: 320, height: 240, channels: 3, background: '#bf8a5a' } })
    .jpeg()
    .toBuffer()
}

/** Presses a button by its exact name, by touch where the test has it. */
export async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0)
  await (hasTouch ? button.tap() : button.click())
}

export async function expectStep(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  await expect(page.locator('[aria-current="step"]')).toContainText(name)
}

/** Expects a new step at its heading, clear of the sticky header. */
export async function expectBeginOf(page: Page, name: string): Promise<void> {
  await expectStep(page, name)
  const heading = page.getByRole('main').getByRole('heading', { level: 2, name, exact: true })
  const isUncovered = () =>
    heading.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 1, top + height / 2))
    })
  await expect.poll(isUncovered, `${name} is not covered`).toBe(true)
}

/** Fills in a field and moves the focus away. */
export async function leave(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.fill(text)
  await field.blur()
}

export async function fillLocation(page: Page, { pickup = 'SW1A 1AA', drop = 'EC1A 1BB', date = movingDate() } = {}): Promise<void> {
  await page.getByLabel('Pickup pincode').fill(pickup)
  await page.getByLabel('Drop-off pincode').fill(drop)
  await page.getByLabel('Moving date and time').fill(date)
}

export async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Ada Mover')
  await page.getByLabel('Phone').fill('7911123456')
  await page.getByLabel('Email').fill('ada.mover@example.test')
  await page.getByLabel('Complete address', { exact: true }).fill('Flat 3, 12 Carrier Street')
  await page.getByLabel('Drop-off complete address').fill('5 Long Lane, London')
}

export async function fillItem(page: Page, name: string, sizes: [string, string, string] = ['180', '90', '80.5']): Promise<void> {
  await page.getByLabel('Item name').fill(name)
  await page.getByLabel('Length (cm)').fill(sizes[0])
  await page.getByLabel('Width (cm)').fill(sizes[1])
  await page.getByLabel('Height (cm)').fill(sizes[2])
}

/** Opens the wizard and fills in the steps before this one. */
export async function goToStep(
  page: Page,
  step: 'Service' | 'Contact' | 'Items' | 'Details' | 'Confirm',
  service = SERVICE,
): Promise<void> {
  await page.goto('/#/vehicle-price')
  await fillLocation(page)
  await press(page, 'Check Availability')
  await expectBeginOf(page, 'Service')
  if (step === 'Service') return
  await page.getByLabel('Service', { exact: true }).selectOption(service)
  await press(page, 'Continue')
  await expectBeginOf(page, 'Contact')
  if (step === 'Contact') return
  await fillContact(page)
  await press(page, 'Continue')
  await expectBeginOf(page, 'Items')
  if (step === 'Items') return
  await press(page, 'Continue')
  await expectBeginOf(page, 'Details')
  if (step === 'Details') return
  await press(page, 'Continue')
  await expectBeginOf(page, 'Confirm')
}

/** Answers the newest request through the console's calls. */
export async function answerQuote(
  staff: APIRequestContext,
  origin: string,
  how: { priceCents?: number; reason?: string } | 'declined',
): Promise<void> {
  const headers = { origin }
  await staff.post(accountCalls.logIn.path, {
    data: { email: 'admin@example.com', password: 'admin1234' },
    headers,
    failOnStatusCode: true,
  })
  const quotes = (await (await staff.get(staffQuoteCalls.listQuotes.path, { params: { status: 'pending' } })).json()) as {
    id: string
    createdAt: string
  }[]
  const newest = quotes.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
  if (!newest) throw new Error('Nobody asks for a quote')
  const path =
    how === 'declined' ? pathOf(staffQuoteCalls.declineQuote, { id: newest.id }) : pathOf(staffQuoteCalls.approveQuote, { id: newest.id })
  const data = how === 'declined' ? { reason: 'We have no van free on that day.' } : how
  await staff.post(path, { data, headers, failOnStatusCode: true })
}

/** Asks for a quote as a new customer; returns its id and reference. */
export async function askByCall(
  { request }: { request: APIRequest },
  site: RunningSite,
  name = 'Ada Mover',
): Promise<{ id: string; reference: string }> {
  const storageState = await signUpByCall({ request }, site, site.newcomer(name))
  const api = await request.newContext({ baseURL: site.origin, extraHTTPHeaders: { origin: site.origin }, storageState })
  const booking = await askAs(api, name)
  await api.dispose()
  return booking
}

/** Asks for a quote at ₹34,800 as the signed-in customer, by call; returns its id and reference. */
export async function askAs(api: APIRequestContext, name: string): Promise<{ id: string; reference: string }> {
  const pickupDate = `${addDays(localToday(), 10)}T09:30:00.000Z`
  const data = {
    serviceTypeId: SERVICE,
    pickupLocation: '12 Carrier Street, London',
    dropoffLocation: '3 Mill Lane, Cambridge',
    pickupPinCode: 'EC1A 1BB',
    dropoffPinCode: 'CB2 1TN',
    price: 34_800,
    pickupDate,
    dropoffDate: pickupDate,
    itemDetails: {
      items: [
        { name: 'Upright piano', dimensions: '150x60x120 cm', photos: [] },
        { name: 'Sofa', dimensions: '200x90x80 cm', photos: [] },
      ],
      floorCount: 3,
      helpers: 2,
    },
    notes: `The lift is broken. (${name})`,
  }
  const response = await api.post(vehicleCalls.requestQuote.path, { data, failOnStatusCode: true })
  return ((await response.json()) as { booking: { id: string; reference: string } }).booking
}
