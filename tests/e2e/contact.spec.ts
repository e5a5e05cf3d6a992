import type { Page } from '@playwright/test'
import { brand } from '../../src/shared/brand.ts'
import * as contactCalls from '../../src/shared/enquiries/calls.ts'
import { violations } from './axe.ts'
import type { RunningSite } from './running-site.ts'
import { expect, test } from './site.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Returns the enquiries from an address, as the staff receive them. */
async function mailsFrom(site: RunningSite, email: string) {
  return (await site.mailsTo(brand.email)).filter(({ replyTo }) => replyTo === email)
}

test(
  'a question about a tool survives a reload, reaches the agency once, and is then forgotten',
  { tag: '@day' },
  async ({ page, site, account }) => {
    test.setTimeout(60_000)
    const main = page.getByRole('main')
    await page.goto('/#/contact?about=Cordless%20Drill')
    await expect(main.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    await expect(main.getByLabel('What is it about?')).toHaveValue('Tool Hire')
    await expect(main.getByLabel('Message')).toHaveValue('About: Cordless Drill\n\n')
    for (const { days, hours } of brand.openingHours)
      await expect(main.getByRole('list', { name: 'Ways to reach us' })).toContainText(days + hours)
    expect.soft(await violations(page), 'the form').toEqual([])

    await main.getByRole('button', { name: 'Send message' }).click()
    await expect(main.getByLabel('Name')).toBeFocused()
    await expect(main.getByText('Name is required')).toBeVisible()
    expect.soft(await violations(page), 'the form with its errors').toEqual([])

    await main.getByLabel('Name').fill(account.name)
    await main.getByLabel('Email').fill(account.email)
    await main.getByLabel('Message').press('ControlOrMeta+End')
    await main.getByLabel('Message').pressSequentially('Is it free on the first weekend of May?')
    await page.reload()
    await expect(main.getByLabel('Name')).toHaveValue(account.name)
    await expect(main.getByLabel('Message')).toHaveValue('About: Cordless Drill\n\nIs it free on the first weekend of May?')
    await main.getByRole('button', { name: 'Send message' }).dblclick()
    await expect(main.getByRole('heading', { name: 'Thank you, Ada' })).toBeFocused()
    await expect(main.getByText('We’ll reply within one working day')).toBeVisible()
    expect.soft(await violations(page), 'what happens next').toEqual([])
    await expect.poll(async () => mailsFrom(site, account.email)).toHaveLength(1)
    const [mail] = await mailsFrom(site, account.email)
    expect(mail?.subject).toBe(`Enquiry: Tool Hire, from ${account.name}`)
    expect(mail?.text).toContain('Is it free on the first weekend of May?')
    expect(await site.mailsTo(account.email)).toEqual([])

    await page.goto('/#/contact')
    await page.reload()
    await expect(main.getByLabel('Message')).toHaveValue('')
  },
)

test('when the response is lost, nothing typed is, and sending again still makes one email', async ({
  page,
  site,
  account,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/)
  const main = page.getByRole('main')
  await page.route(
    `**${contactCalls.sendEnquiry.path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.goto('/#/contact')
  await fillIn(page, account.email)
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(main.getByRole('alert')).toContainText('We couldn’t send your message')
  await expect(main.getByLabel('Message')).toHaveValue('Is May warm in Japan?')
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(main.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible()
  await expect.poll(async () => mailsFrom(site, account.email)).toHaveLength(1)
  const mails = await site.query('select 1 from mails where data->>$1 = $2', ['email', account.email])
  expect(mails).toHaveLength(1)
})

test('a field says what is wrong once it is left, until it is right', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto('/#/contact')
  // The prerendered home page, hidden here until the script runs, has a field of the same name.
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await main.getByLabel('Name').press('Tab')
  await expect(main.getByText('Name is required')).toBeVisible()
  await main.getByLabel('Email').pressSequentially('ada@')
  await page.keyboard.press('Tab')
  const problem = main.getByText('Please enter a valid email')
  await expect(problem).toBeVisible()
  await main.getByLabel('Email').pressSequentially('example')
  await expect(problem).toBeVisible()
  await main.getByLabel('Email').pressSequentially('.test')
  await expect(problem).toHaveCount(0)
  await main.getByLabel('What is it about?').selectOption('Tours')
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(main.getByLabel('Name')).toBeFocused()
  await expect(main.getByText('Message is required')).toBeVisible()
  await expect(main.getByText('Please choose a topic')).toHaveCount(0)
})

test('a visitor who writes too often is told when to try again, and what was typed is kept', async ({
  page,
  site,
  account,
  complaints,
}) => {
  complaints.expect(/status of 429/)
  const main = page.getByRole('main')
  await page.goto('/#/contact')
  await fillIn(page, account.email)
  await site.query("update rate_limits set points = 1000 where key like 'enquiry:%'")
  await site.query("insert into rate_limits (key, points, expire) values ('enquiry:127.0.0.1', 1000, $1) on conflict do nothing", [
    Date.now() + 600_000,
  ])
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(main.getByRole('alert')).toContainText(/Please wait \d+ (minutes|seconds) and try again/)
  await expect(main.getByLabel('Message')).toHaveValue('Is May warm in Japan?')
  expect.soft(await violations(page), 'the refusal').toEqual([])
  await site.query("delete from rate_limits where key like 'enquiry:%'")
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(main.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible()
})

test.describe('signed in, at 320 pixels', () => {
  test.use({ isSignedIn: true, viewport: { width: 320, height: 640 } })

  test('name and email are filled in already, nothing scrolls sideways, and Tab never reaches the hidden field', async ({
    page,
    account,
  }) => {
    const main = page.getByRole('main')
    await page.goto('/#/contact')
    await expect(main.getByLabel('Name')).toHaveValue(account.name)
    await expect(main.getByLabel('Email')).toHaveValue(account.email)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
    await main.getByLabel('Message').focus()
    await page.keyboard.press('Tab')
    await expect(main.getByRole('button', { name: 'Send message' })).toBeFocused()
    await expect(main.getByRole('textbox', { name: 'Homepage' })).toHaveCount(0)
  })
})

async function fillIn(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Name').fill('Ada Traveller')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('What is it about?').selectOption('Tours')
  await main.getByLabel('Message').fill('Is May warm in Japan?')
}
