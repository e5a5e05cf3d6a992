import { useEffect } from 'react'

/** Focuses what a dialog marks with `data-first`, after the dialog's own effect has focused its cross. `isThere`: whether it is shown yet. */
export function useFirstFocus(isThere = true): void {
  useEffect(() => {
    if (isThere) document.querySelector<HTMLElement>('dialog [data-first]')?.focus()
  }, [isThere])
}
