import { expect, type Page } from '@playwright/test'

/** Pastes the clipboard to check it, because our pages may write there but not read. Leaves the page on the contact form. */
export async function expectCopied(page: Page, text: string): Promise<void> {
  await page.goto('/#/contact')
  const message = page.getByRole('main').getByLabel('Message')
  await message.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(message).toHaveValue(text)
}
