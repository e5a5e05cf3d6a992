import { expect, type Page } from '@playwright/test'

/** Expects a text in the clipboard, by pasting it: our pages may write there and not read. Leaves the page on the contact form. */
export async function expectCopied(page: Page, text: string): Promise<void> {
  await page.goto('/#/contact')
  const message = page.getByRole('main').getByLabel('Message')
  await message.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(message).toHaveValue(text)
}
