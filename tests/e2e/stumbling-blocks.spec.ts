import type { Locator, Page } from '@playwright/test'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import { expect, signUpByCall, test } from './site.ts'
import { bookAndPayByCall, bookByCall, departure, expectAddress, signUp } from './traveller.ts'

const TOUR = 'kyoto-temples-and-tea'

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

const searchField = (page: Page) => page.getByLabel('Search tours')
const openSearch = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).first().click()
const details = (page: Page) => page.getByRole('dialog', { name: 'Booking Details' })
const topOf = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? -1)

test('the not-found page has a way to search', async ({ site, openBrowser, playwright }) => {
  const page = await (await openBrowser(await signUpByCall(playwright, site, site.newcomer()))).newPage()
  await page.goto('/#/nowhere')
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const isCut = await page.getByLabel('Search our tours').evaluate((field: HTMLInputElement) => {
      field.value = field.placeholder
      const cut = field.scrollWidth > field.clientWidth
      field.value = ''
      return cut
    })
    expect(isCut, `the example is cut at ${width} px`).toBe(false)
  }
  await page.getByLabel('Search our tours').fill('kyoto')
  await page.getByLabel('Search our tours').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Find Your Next Adventure' })).toBeVisible()
  await expectAddress(page, '#/destinations?search=kyoto')
})

test('the appointment form has a link to the contact form beside it', async ({ page }) => {
  await page.goto('/#/support/guides')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('region', { name: 'Make an appointment' }).getByRole('link', { name: 'Contact form' }).click()
  await expectAddress(page, '#/contact')
})

test('after sign-up the page says to which address an email was sent', async ({ page, site }) => {
  const newcomer = site.newcomer()
  await page.goto('/#/signup')
  await signUp(page, newcomer)
  await expect(page.getByText('Account created successfully! You can now login.')).toBeVisible()
  await expect(page.getByText(`We’ve emailed ${newcomer.email}.`)).toBeVisible()
})

test('a name in two scripts keeps its order in the header', async ({ site, openBrowser, playwright }) => {
  const context = await openBrowser(await signUpByCall(playwright, site, { ...site.newcomer(), name: 'ליאת Haddad' }))
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/#/profile')
  const name = page.getByRole('banner').locator('bdi', { hasText: 'Haddad' }).first()
  await expect(name).toBeVisible()
  const [hebrew = 0, latin = 0] = await name.evaluate((element) => {
    const text = element.firstChild ?? element
    return ['ליאת', 'Haddad'].map((word) => {
      const range = document.createRange()
      const start = element.textContent.indexOf(word)
      range.setStart(text, start)
      range.setEnd(text, start + word.length)
      return range.getBoundingClientRect().left
    })
  })
  expect(hebrew).toBeLessThan(latin)
})

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test('the search reopens with the words searched for, and one Escape closes it', async ({ page }) => {
    await page.goto('/#/profile')
    await openSearch(page)
    await searchField(page).fill('kyoto')
    await searchField(page).press('Enter')
    await expectAddress(page, '#/destinations?search=kyoto')
    await openSearch(page)
    await expect(searchField(page)).toHaveValue('kyoto')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeHidden()
    await page.getByRole('link', { name: 'View Details' }).first().click()
    await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeVisible()
    await openSearch(page)
    await expect(searchField(page)).toHaveValue('kyoto')
    await page.keyboard.type('fuji')
    await expect(searchField(page)).toHaveValue('fuji')
    await page.keyboard.press('Escape')
    await page.goto('/#/destinations?search=lisbon')
    await page.reload()
    await openSearch(page)
    await expect(searchField(page)).toHaveValue('lisbon')
  })

  test('words found in no tour are reported while they are typed', async ({ page }) => {
    await page.goto('/#/profile')
    await openSearch(page)
    await searchField(page).fill('qqzzxx')
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('status')).toHaveText('No tour matches yet')
  })

  test('the calendar’s arrows stay in place in every month', async ({ page }) => {
    await page.goto(`/#/destination-details/${TOUR}`)
    await page.getByRole('button', { name: 'See availability' }).click()
    const next = page.getByRole('button', { name: 'Next month' })
    // The first press may scroll it into view.
    await next.click()
    const top = await topOf(next)
    const tops = new Set<number>()
    for (let month = 0; month < 12; month++) {
      await next.click()
      tops.add(await topOf(next))
    }
    expect([...tops]).toEqual([top])
  })

  test('the offline note is visible at any scroll position', async ({ page, context }) => {
    await page.goto('/#/support/faqs')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await context.setOffline(true)
    const note = page.getByText('You’re offline. This page may be out of date.')
    for (const y of [0, 200, 500, 100_000, 300]) {
      await page.evaluate((to) => window.scrollTo(0, to), y)
      await expect(note, `scrolled by ${y} px`).toBeInViewport({ ratio: 1 })
      const isCovered = await note.evaluate((text) => {
        const { left, top, height } = text.getBoundingClientRect()
        return !text.contains(document.elementFromPoint(left + 5, top + height / 2))
      })
      expect(isCovered, `covered when scrolled by ${y} px`).toBe(false)
    }
    await context.setOffline(false)
  })

  test('the minimum age is stated when a child is added', async ({ page }) => {
    await page.goto('/#/destination-details/bali-family-circle')
    const advice = page.getByText(/^Recommended for ages \d+ and over\./)
    await expect(page.getByRole('button', { name: 'Increase Children' })).toBeVisible()
    await expect(advice).toBeHidden()
    await page.getByRole('button', { name: 'Increase Children' }).click()
    await expect(advice).toBeVisible()
    await page.getByRole('button', { name: 'Decrease Children' }).click()
    await expect(advice).toBeHidden()
    await page.getByRole('button', { name: 'Increase Infants' }).click()
    await expect(advice).toBeVisible()
  })

  test('a booking’s picture, title and dialog lead on: to the tour, to its payment, to another booking', async ({
    page,
    site,
    context,
  }) => {
    const { day, text } = departure(81)
    await bookByCall(context.request, TOUR, day)
    await page.goto('/#/bookings')
    const card = page.getByRole('article').first()
    await card.getByRole('button', { name: 'View' }).click()
    await expect(details(page).getByText(text)).toBeVisible()
    const pay = details(page).getByRole('button', { name: 'Continue payment' })
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      // A part of the dialog that scrolls hides what is beyond it.
      await expect(pay).toBeInViewport({ ratio: 1 })
    }
    await expect(details(page).getByRole('button', { name: 'Cancel Tour' })).toBeDisabled()
    await details(page).getByRole('button', { name: 'Release seats' }).click()
    await expect(details(page)).toBeHidden()
    await expect(page.getByText('Your seats have been released.')).toBeFocused()

    await bookAndPayByCall(site, page, TOUR, departure(82).day)
    const paid = (await (await context.request.get(bookingCalls.listTourBookings.path)).json()) as { id: string; status: string }[]
    const { id = '' } = paid.find(({ status }) => status === 'confirmed') ?? {}
    await page.goto(`/#/bookings?booking=${id}`)
    await page.reload()
    await expect(details(page).getByText(id)).toBeVisible()
    await expectAddress(page, '#/bookings')
    await details(page).getByRole('button', { name: 'Cancel Tour' }).click()
    await page.getByRole('button', { name: 'Confirm Cancellation' }).click()
    await expect(card.getByText('Cancelled')).toBeVisible()

    await card.getByRole('button', { name: 'View' }).click()
    await expect(details(page).getByRole('button', { name: 'Cancel Tour' })).toBeDisabled()
    await details(page).getByRole('link', { name: 'Book again' }).click()
    await expectAddress(page, `#/destination-details/${TOUR}`)
    await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeVisible()
    await page.goto('/#/bookings')
    await card.getByRole('heading', { level: 3 }).getByRole('link').click()
    await expectAddress(page, `#/destination-details/${TOUR}`)
    await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeVisible()
    await page.goto('/#/bookings')
    await card.locator('picture').click()
    await expectAddress(page, `#/destination-details/${TOUR}`)
  })
})
