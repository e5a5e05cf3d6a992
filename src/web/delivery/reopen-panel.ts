import { openPanel } from '#web/components/modal-panel.tsx'

const FIELDS = 'input, textarea'

/**
 * Records the panels and the focus. Returns a function that reopens the panel that was left open, with its input, on the page that has
 * replaced this one. Call it as soon as that is shown, or key presses in between are lost.
 */
export function panelReopener(): () => void {
  const panels = [...document.querySelectorAll('dialog')]
  const focused = document.activeElement
  return () => {
    const left = panels.find(({ open, isConnected }) => open && !isConnected)
    // The panel's content is rendered as it opens, which React cannot do during a render.
    if (left) queueMicrotask(() => reopen(left, focused))
  }
}

function reopen(left: HTMLDialogElement, focused: Element | null): void {
  openPanel(left.id)
  const panel = document.getElementById(left.id)
  // Its opening animation has already been seen.
  for (const motion of panel?.getAnimations({ subtree: true }) ?? []) motion.finish()
  const fields = panel?.querySelectorAll<HTMLInputElement>(FIELDS) ?? []
  for (const [index, before] of left.querySelectorAll<HTMLInputElement>(FIELDS).entries()) {
    const field = fields[index]
    if (before === focused) field?.focus()
    if (!field || before.value === '') continue
    field.value = before.value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
