import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useShortcuts } from './shortcuts.ts'

/** Somebody who types on is not answered in between. */
const PAUSE_MS = 250

/** Searches while somebody types: what is looked for is in the address, as `search`, so that going back finds it again. */
export function SearchBox({ label, placeholder }: { label: string; placeholder: string }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('search') ?? ''
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(asked)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useShortcuts('Search', [{ keys: '/', label, run: () => input.current?.focus() }])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Somebody has gone back, or followed a link.
    if (asked === sent.current || !input.current) return
    sent.current = asked
    input.current.value = asked
  }, [asked])

  const ask = () => {
    clearTimeout(timer.current)
    sent.current = input.current?.value.trim() ?? ''
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (sent.current === '') next.delete('search')
        else next.set('search', sent.current)
        return next
      },
      { replace: true },
    )
  }
  return (
    <form
      role="search"
      className="relative min-w-0 grow sm:max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-ink-soft" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={asked}
        maxLength={200}
        autoComplete="off"
        onChange={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(ask, PAUSE_MS)
        }}
        className="field-control min-h-11! pl-10! text-ellipsis md:pr-11!"
      />
      <kbd className="pointer-events-none absolute inset-y-0 right-3 my-auto h-6 rounded-[6px] border border-line-strong px-2 font-sans text-xs leading-6 text-ink-soft max-md:hidden">
        /
      </kbd>
    </form>
  )
}
