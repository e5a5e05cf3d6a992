import { randomUUID } from 'node:crypto'
import { brand } from '../../src/shared/brand.ts'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as contactCalls from '../../src/shared/enquiries/calls.ts'
import * as enquiryCalls from '../../src/shared/enquiries/staff-calls.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookAndPayByCall } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const width of [390, 1440]) {
  test(
    `at ${width} px an enquiry is read, answered and opened again by keyboard`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser }) => {
      const message = `Is there a tour in May? (${width})\nFor two people.`
      const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
      const data = {
        key: randomUUID(),
        name: 'Grace Asker',
        email: 'grace@example.test',
        phone: '',
        subject: 'Tours',
        message,
        homepage: '',
      }
      await context.request.post(contactCalls.sendEnquiry.path, { data, headers: { origin: site.origin }, failOnStatusCode: true })
      const page = await context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin')
      await page.getByRole('link', { name: /^\d+ enquir(y|ies) waiting (It|The oldest) has/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
      const enquiry = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: message.split('\n')[0] ?? '' })
      await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Mail' })).toBeInViewport({ ratio: 1 })
      await expect(enquiry).toContainText('Tours, from Grace Asker')
      await expect(enquiry.getByRole('link', { name: 'Reply', exact: true })).toBeVisible()
      await checkAccess(page, `the enquiries at ${width} px`)
      await enquiry.getByRole('link', { name: 'Tours, from Grace Asker' }).focus()
      await page.keyboard.press('e')
      await expect(page.getByText('Marked as answered.')).toBeVisible()
      await expect(enquiry).toBeHidden()
      await page.getByRole('link', { name: 'Answered', exact: true }).click()
      await expect(enquiry).toContainText('Answered by Daniel Okafor')
      await checkAccess(page, `answered enquiries at ${width} px`)
      await enquiry.getByRole('button', { name: 'Reopen' }).click()
      await expect(enquiry).toBeHidden()
    },
  )

  test(`at ${width} px an enquiry is replied to: a ready answer, a reload and a quicker colleague lose nothing`, async ({
    site,
    playwright,
    openBrowser,
    complaints,
  }) => {
    complaints.expect(/409/)
    const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
    const email = `asker-${randomUUID()}@example.test`
    const data = {
      key: randomUUID(),
      name: 'Grace Asker',
      email,
      phone: '',
      subject: 'Tours',
      message: 'Is it free in June?',
      homepage: '',
    }
    const sent = { headers: { origin: site.origin }, failOnStatusCode: true }
    await context.request.post(contactCalls.sendEnquiry.path, { data, ...sent })
    const page = await context.newPage()
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/#/admin/mail')
    await page.getByRole('main').getByRole('listitem').filter({ hasText: email }).getByRole('link', { name: 'Reply', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tours, from Grace Asker' })).toBeVisible()
    await expect(page.getByText('No account has confirmed this address')).toBeVisible()
    const text = page.getByLabel('Reply to Grace Asker')
    await text.fill('Good morning!')
    await page.getByLabel('Insert a saved reply').selectOption('Free seats on a date')
    await expect(text).toHaveValue(/^Good morning!\n\nYes, there are seats left/)
    await page.reload()
    await expect(text).toHaveValue(/^Good morning!\n\nYes, there are seats left/)
    await checkAccess(page, `an enquiry with a reply begun at ${width} px`)

    const [id = ''] = /[0-9a-f-]{36}/.exec(page.url()) ?? []
    const theirs = { key: randomUUID(), text: 'From a colleague.', seen: { replyId: null, state: 'open' } }
    await context.request.post(pathOf(enquiryCalls.replyToEnquiry, { id }), { data: theirs, ...sent })
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(page.getByText(/has just replied\. Please read their reply before you send yours\./)).toBeVisible()
    await expect(page.getByText('From a colleague.')).toBeVisible()
    await expect(text).toHaveValue(/^Good morning!/)
    await page.getByRole('button', { name: 'Send reply' }).dblclick()
    await expect(page.getByText(`Reply sent to ${email}.`)).toBeVisible()
    await expect(text).toHaveValue('')
    await expect(page.getByRole('list').getByText('Good morning!')).toHaveCount(1)
    await expect
      .poll(async () => (await site.mailsTo(email)).map(({ subject }) => subject))
      .toEqual(Array(2).fill('Re: Your enquiry to Meridian: Tours'))
    await checkAccess(page, `a thread at ${width} px`)
  })

  test(
    `at ${width} px an email is found, read without its link, and sent again`,
    { tag: '@day' },
    async ({ site, account, playwright, openBrowser }) => {
      await signUpByCall(playwright, site, account)
      await expect.poll(async () => (await site.mailsTo(account.email)).length).toBe(1)
      await site.query(
        `insert into mails (id, key, template, recipient, data, failed_at, failure, attempts)
        values (gen_random_uuid(), gen_random_uuid(), 'password-changed', '${account.email}',
          '{"name": "Ada", "isByLink": true, "siteUrl": "https://www.example.com"}', now(), 'the address was rejected', 1)`,
      )
      const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin/mail?box=all')
      await page.keyboard.press('/')
      await page.keyboard.type(account.email.toUpperCase())
      const emails = page.getByRole('main').getByRole('listitem').filter({ hasText: account.email })
      await expect(emails).toHaveCount(2)
      await checkAccess(page, `the emails at ${width} px`)

      await emails.getByRole('link', { name: 'Please confirm your email address' }).click()
      await expect(page.getByText('[link shown only in the email]')).toBeVisible()
      await expect(page.getByText(/token=/)).toBeHidden()
      await expect(page.getByText('Its link is no longer stored.')).toBeVisible()
      await page.keyboard.press('u')

      await emails.getByRole('link', { name: /password/ }).click()
      // The list shows the reason too, but only the email's own page responds to the key.
      await expect(page.getByRole('heading', { name: 'Message' })).toBeVisible()
      await expect(page.getByText('the address was rejected')).toBeVisible()
      await page.keyboard.press('r')
      await expect(page.getByText(`We’ll send it to ${account.email} again and keep trying for another week.`)).toBeVisible()
      await checkAccess(page, `sending again at ${width} px`)
      await page.keyboard.press('Enter')
      await expect(page.getByText(`Sent to ${account.email}.`)).toBeVisible()
      await expect
        .poll(async () => (await site.mailsTo(account.email)).map(({ subject }) => subject))
        .toContainEqual(expect.stringMatching(/password/))
    },
  )
}

test('an enquiry leads to the bookings of the account that has confirmed its address', async ({
  site,
  account,
  playwright,
  openBrowser,
}) => {
  const traveller = await openBrowser(await signUpByCall(playwright, site, account))
  const day = addDays(localToday(), 95)
  await bookAndPayByCall(site, await traveller.newPage(), 'tokyo-and-mount-fuji', day)
  await site.query(`update users set email_confirmed_at = now() where email = '${account.email}'`)
  const data = {
    key: randomUUID(),
    name: account.name,
    email: account.email,
    phone: '',
    subject: 'Tours',
    message: 'May I bring a dog?',
    homepage: '',
  }
  await traveller.request.post(contactCalls.sendEnquiry.path, { data, headers: { origin: site.origin }, failOnStatusCode: true })
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto('/#/admin/mail')
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: account.email })
    .getByRole('link', { name: 'Reply', exact: true })
    .click()
  await expect(page.getByText('has a confirmed account with this address.')).toBeVisible()
  await checkAccess(page, 'an enquiry of somebody with an account')
  await page.getByRole('link', { name: 'Their bookings' }).click()
  await expect(page.getByRole('list', { name: 'Bookings' }).getByRole('listitem')).toContainText([longDay(day)])
})

test('plain staff answer enquiries, and do not see the archive of emails', async ({ site, account, playwright, openBrowser }) => {
  await signUpByCall(playwright, site, account)
  await site.query(`update users set role = 'staff', has_staff_password = true where email = '${account.email}'`)
  await site.query(
    `insert into mails (id, key, template, recipient, data, sent_at)
      values ('00000000-0000-4000-8000-000000000001', 'staff-reads', 'account-deleted', '${brand.email}', '{"name": "Ada"}', now())`,
  )
  const page = await (await openBrowser(await logInByCall(playwright, site, account))).newPage()
  await page.goto('/#/admin/mail')
  await expect(page.getByRole('link', { name: /^Answered/ })).toBeVisible()
  await page.getByRole('link', { name: 'Saved replies' }).click()
  await expect(page.getByRole('heading', { name: 'Tool hire' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New saved reply' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'All emails' })).toHaveCount(0)
  await page.goto('/#/admin/mail/00000000-0000-4000-8000-000000000001')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('your role doesn’t have access to it')).toBeVisible()
})
