import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { useClosedByBack } from '#web/lib/closed-by-back.ts'

/**
 * Behaviour of a small menu under a button: it closes on an outside click, on Esc (focus returns to the button), on Back and when it loses
 * the focus.
 */
export function useDisclosure<Container extends HTMLElement>() {
  const [isOpen, setIsOpen] = useState(false)
  const container = useRef<Container>(null)
  useClosedByBack(isOpen, () => setIsOpen(false))

  useEffect(() => {
    if (!isOpen) return
    const onPointerDown = (event: PointerEvent) => {
      if (!container.current?.contains(event.target as Node)) setIsOpen(false)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      setIsOpen(false)
      container.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    }
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen])

  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (next instanceof Node && !container.current?.contains(next)) setIsOpen(false)
  }
  return { isOpen, setIsOpen, container, onBlur }
}

/** Of a keyboard event. */
type Key = { isComposing: boolean; keyCode: number }

/**
 * Whether a key belongs to an input method (Japanese, Chinese, Korean, …) that is composing text: its arrow keys, Enter and Escape choose among
 * its own words. Safari ends the composition before it reports the Enter that ended it, and marks that key by its code alone.
 */
export function isComposing({ isComposing: composing, keyCode }: Key): boolean {
  return composing || keyCode === 229
}
