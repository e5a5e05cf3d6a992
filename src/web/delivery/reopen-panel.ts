import { openPanel } from '#web/components/modal-panel.tsx'

const FIELDS = 'input, textarea'

/**
 * Notes which panels there are, and where the focus is. Returns what opens the one again that was left open, with what was typed into it, on
 * the page that has taken this one's place: to be called as soon as that is shown, or keys that are pressed in between are lost.
 */
export function panelReopener(): () => void {
  const panels = [...document.querySelectorAll('dialog')]
  const focused = document.activeElement
  return () => {
    const left = panels.find(({ open, isConnected }) => open && !isConnected)
    // The panel's content is rendered as it opens, which React cannot do while it is rendering the page.
    if (left) queueMicrotask(() => reopen(left, focused))
  }
}

function reopen(left: HTMLDialogElement, focused: Element | null): void {
  openPanel(left.id)
  const panel = document.getElementById(left.id)
  // It has come in already.
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
