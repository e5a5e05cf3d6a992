import { Search, X } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/components/button.tsx'
import { closePanel, ModalPanel, PanelButton } from '#web/components/modal-panel.tsx'
import { SENT_ELSEWHERE } from '#web/features/tours/sent-by.ts'
import { useSession } from '#web/lib/session.ts'
import { isCatalogueOpen } from '#web/lib/access.ts'
import { tabStore } from '#web/lib/tab-store.ts'

export const SEARCH_OVERLAY = 'search-overlay'

// Searching works without them.
const Suggestions = lazy(async () => import('./search-suggestions.tsx').catch(() => ({ default: () => null })))

/** The last search in this tab, for pages without a list of tours. */
const searched = tabStore('searched', (words) => words as string)

export function SearchOverlay() {
  const navigate = useNavigate()
  const [error, setError] = useState('')
  const [text, setText] = useState('')
  const [left, setLeft] = useState<{ words: string; at: string }>()
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const shown = query.get('search') || (pathname === pages.destinations ? '' : (searched.find() ?? ''))
  const input = useRef<HTMLInputElement>(null)
  useClosedByNavigation(SEARCH_OVERLAY, pathname)

  const complain = () => {
    setError('Type what you are looking for')
    input.current?.focus()
  }
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = input.current?.value.trim() ?? ''
    if (words === '') return complain()
    searched.keep(words)
    setLeft(undefined)
    closePanel(SEARCH_OVERLAY)
    void navigate(`${pages.destinations}?search=${encodeURIComponent(words)}`, { state: SENT_ELSEWHERE })
  }

  return (
    <ModalPanel
      id={SEARCH_OVERLAY}
      label="Search"
      onClosed={() => {
        setError('')
        setText('')
      }}
      className="from-top m-0 w-screen max-w-none bg-paper text-ink shadow-lift max-sm:h-dvh max-sm:max-h-none max-sm:overflow-y-auto"
    >
      <div className="page-width relative py-8 sm:py-14">
        <p className="mb-5 pr-14 font-display text-2xl font-semibold text-balance">Where would you like to go?</p>
        {/* The form comes first: the panel focuses its first control when it opens. */}
        {/* Before the script is ready the browser itself submits it; boot.ts then turns the query into the page's address. */}
        <form role="search" action="/" onSubmit={search} className="flex flex-wrap gap-3">
          <input
            ref={input}
            // With type "search", Chromium clears the field on the first Escape and closes the panel only on the second.
            name="search"
            required
            enterKeyHint="search"
            aria-label="Search tours"
            aria-invalid={error !== '' || undefined}
            aria-describedby="search-error"
            placeholder="Kyoto, beach, 7 days …"
            // Unsent input, until something else is searched for; otherwise the last search.
            defaultValue={left?.at === shown ? left.words : shown}
            onFocus={({ currentTarget }) => {
              currentTarget.select()
              setText(currentTarget.value)
            }}
            onInvalid={(event) => {
              event.preventDefault()
              complain()
            }}
            onInput={(event) => {
              setError('')
              setText(event.currentTarget.value)
              setLeft({ words: event.currentTarget.value, at: shown })
            }}
            className="field-control min-h-14 flex-1 basis-64 text-lg"
          />
          <Button type="submit" size="large" className="w-full sm:w-auto">
            <Search aria-hidden="true" className="size-5" />
            Search
          </Button>
        </form>
        <p id="search-error" role="alert" className="mt-2 min-h-6 text-sm font-medium text-danger">
          {error}
        </p>
        {text !== '' && (isSignedIn || isCatalogueOpen()) && (
          <Suspense>
            <Suggestions text={text} onChosen={() => closePanel(SEARCH_OVERLAY)} />
          </Suspense>
        )}
        <PanelButton
          panel={SEARCH_OVERLAY}
          action="close"
          aria-label="Close search"
          className="absolute top-6 right-4 flex size-11 items-center justify-center rounded-pill hover:bg-sand sm:top-12 sm:right-8"
        >
          <X aria-hidden="true" className="size-5" />
        </PanelButton>
      </div>
    </ModalPanel>
  )
}

/**
 * Closes a panel after a navigation, before the page focuses its heading, which an open modal prevents. A panel opened before this script
 * ran stays open.
 */
export function useClosedByNavigation(panel: string, place: unknown): void {
  const shown = useRef(place)
  useLayoutEffect(() => {
    if (shown.current !== place) closePanel(panel)
    shown.current = place
  }, [panel, place])
}
