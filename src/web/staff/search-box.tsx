import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { useShortcuts } from './shortcuts.ts'

/** Searches while typing. The text is in the address as `search`, so that Back restores it. */
export function SearchBox({ label, placeholder }: { label: string; placeholder: string }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('search') ?? ''
  const input = useRef<HTMLInputElement>(null)
  useShortcuts('Search', [{ keys: '/', label, run: () => input.current?.focus() }])
  const onAsk = (search: string) => {
    const next = new URLSearchParams(params)
    if (search === '') next.delete('search')
    else next.set('search', search)
    setParams(next, { replace: true })
  }
  const { text, setText, send } = useSearchText({ asked, onAsk })
  return (
    <form
      role="search"
      className="relative min-w-0 grow sm:max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-ink-soft" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        className="field-control min-h-11! pl-10! text-ellipsis md:pr-11!"
      />
      <kbd className="pointer-events-none absolute inset-y-0 right-3 my-auto h-6 rounded-[6px] border border-line-strong px-2 font-sans text-xs leading-6 text-ink-soft max-md:hidden">
        /
      </kbd>
    </form>
  )
}
