/** Focuses the first field of the last of these elements, which exists only after React has rendered it. */
export function focusNew(list: HTMLElement | null, selector: string, field = 'input, select, textarea'): void {
  requestAnimationFrame(() =>
    Array.from(list?.querySelectorAll(selector) ?? [])
      .at(-1)
      ?.querySelector<HTMLElement>(field)
      ?.focus(),
  )
}
