import { openPanel } from '#web/components/modal-panel.tsx'

const FIELDS = 'input, textarea'

/**
 * Returns what opens the panel again, with what was typed into it, once the page that it was opened on has been replaced. To be called
 * when the other page is there: a key that is pressed in between would be lost.
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
