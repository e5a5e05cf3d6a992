import { expect, type Locator, type Page } from '@playwright/test'

const MAX_STEPS = 160

/** Presses Tab until the control has the focus, and checks that each stop shows it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor({ state: 'attached' })
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab')
    const { fault, isReached } = await target.evaluateAll(lookAtFocus)
    expect(fault, `the focus after ${step} steps to ${String(target)}`).toBe('')
    if (isReached) return
  }
  throw new Error(`${String(target)} is not reached by Tab.`)
}

export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/**
 * Returns whether one of the elements has the focus, and any fault in how it is shown at its final position. Finishes animations first,
 * because the header drops in from above when the focus has scrolled the page. Runs in the page.
 */
function lookAtFocus(wanted: Element[]): { isReached: boolean; fault: string } {
  const element = document.activeElement
  const isReached = element !== null && wanted.includes(element)
  // The body, or a heading that only a script focuses after navigation.
  if (!element || element === document.body || (element as HTMLElement).tabIndex < 0) return { isReached, fault: '' }
  // The calendar button inside a date field shows the focus itself.
  if (element.matches('input[type=date]:not(:focus-visible)')) return { isReached, fault: '' }
  const name = `<${element.tagName.toLowerCase()}> “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
  const style = getComputedStyle(element)
  const hasOutline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
  if (!hasOutline && style.boxShadow === 'none') return { isReached, fault: `${name} shows no focus` }
  const holds = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.contains(element)
  const ends = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime)
  // Waiting for them at every stop would take longer than the rest of the visit. Endless ones, like the slides, stay.
  for (const motion of document.getAnimations()) if (holds(motion) && ends(motion)) motion.finish()
  const { width, height, top, bottom, left, right } = element.getBoundingClientRect()
  if (width === 0 || height === 0) return { isReached, fault: `${name} has the focus and no size` }
  const isOut = bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth
  return { isReached, fault: isOut ? `${name} has the focus out of sight` : '' }
}
