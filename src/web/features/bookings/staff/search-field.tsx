import { Search } from 'lucide-react'
import { isComposing } from '#web/components/disclosure.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'

const SHORTEST = 3
const isEnough = (text: string) => text.length >= SHORTEST

type Props = {
  value: string
  onChange: (text: string) => void
}

/** Searches bookings by anything known about them. `[data-search]` marks the field to focus. */
export function SearchField({ value, onChange }: Props) {
  const { text, meant, setText, send } = useSearchText({ asked: value, onAsk: onChange, isEnough })
  const isShort = meant !== '' && !isEnough(meant)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="relative"
    >
      <Search aria-hidden="true" className="pointer-events-none absolute top-0 left-3.5 h-12 w-5 text-ink-soft" />
      <input
        data-search
        type="search"
        aria-label="Search bookings"
        placeholder="Name, email, phone, reference or amount"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={text}
        aria-describedby="search-hint"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
          // The browser would clear the field, and with it the search.
          event.preventDefault()
          event.currentTarget.blur()
        }}
        className="field-control pl-11! text-ellipsis md:pr-12!"
      />
      <kbd className="pointer-events-none absolute top-3 right-3.5 rounded-[6px] border border-line-strong px-2 font-sans text-xs leading-6 text-ink-soft max-md:hidden">
        /
      </kbd>
      <p id="search-hint" role="status" className="text-xs text-ink-soft not-empty:mt-1.5">
        {isShort && `Type at least ${SHORTEST} characters.`}
      </p>
    </form>
  )
}
