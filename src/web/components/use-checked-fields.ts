import { useEffect, useRef, useState } from 'react'

type Rules<Name extends string> = {
  /** In the order of the page. */
  names: readonly Name[]
  values: Record<Name, string>
  issues: Partial<Record<Name, string>>
  onChange: (name: Name, value: string) => void
  /** Fields whose issue is told at once, such as those of a draft that has become too old. */
  toldAtOnce?: boolean
}

/**
 * Fields that tell what is wrong the moment they are left, and stop telling it the moment it is right.
 * `checkAll` tells everything and moves the focus to the first wrong field.
 */
export function useCheckedFields<Name extends string>({ names, values, issues, onChange, toldAtOnce = false }: Rules<Name>) {
  const [left, setLeft] = useState<ReadonlySet<Name>>(() => new Set(toldAtOnce ? names : []))
  const form = useRef<HTMLFormElement>(null)
  const isPressing = useIsPressing()

  const bind = (name: Name) => ({
    name,
    value: values[name],
    error: left.has(name) ? issues[name] : undefined,
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
    onBlur: () => {
      // A message that appears between pressing and releasing would move the button away from under the pointer.
      if (!isPressing.current) setLeft((before) => new Set(before).add(name))
    },
  })

  const checkAll = (): boolean => {
    setLeft(new Set(names))
    const firstWrong = names.find((name) => issues[name] !== undefined)
    if (firstWrong) form.current?.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus()
    return firstWrong === undefined
  }

  return { form, bind, checkAll, forget: () => setLeft(new Set()) }
}

/** Whether a button is being pressed right now, anywhere on the page. */
function useIsPressing() {
  const isPressing = useRef(false)
  useEffect(() => {
    const press = (event: PointerEvent) => {
      isPressing.current = event.target instanceof Element && event.target.closest('button') !== null
    }
    // After the click that belongs to it.
    const release = () => setTimeout(() => (isPressing.current = false))
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return isPressing
}
