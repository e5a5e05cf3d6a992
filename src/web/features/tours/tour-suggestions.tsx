import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { suggestTours } from '#shared/tours/search-calls.ts'
import { isComposing } from '#web/components/disclosure.ts'
import { queryOf } from '#web/lib/ask.ts'

/** Too many words begin with the same two letters to be worth a request. */
const FEWEST_LETTERS = 2
const PAUSE_MS = 150

/** Moves the focus between the field and its suggestions with the arrow keys. */
function stepThrough(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || isComposing(event) || !(event.target instanceof HTMLElement) || !(event.currentTarget instanceof HTMLElement))
    return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li a')]
  const next = stops[stops.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type Props = { text: string; onChosen: () => void }

/** Tours that match the text being typed, as links straight to their pages. */
export function TourSuggestions({ text, onChosen }: Props) {
  const asked = useSettled(text.trim())
  const isLongEnough = Array.from(asked).length >= FEWEST_LETTERS
  const {
    data: { data = [], closest = [] } = {},
    isSuccess,
    isPlaceholderData,
  } = useQuery({
    ...suggestionsQuery(asked),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  const hasNone = isLongEnough && isSuccess && !isPlaceholderData && data.length === 0
  const isClose = isLongEnough && data.length === 0 && closest.length > 0
  const found = isClose ? closest : data
  const suggestions = isLongEnough ? found : []

  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const dialog = status.current?.closest('dialog')
    dialog?.addEventListener('keydown', stepThrough)
    return () => dialog?.removeEventListener('keydown', stepThrough)
  }, [])

  return (
    <>
      <p ref={status} role="status" className={hasNone ? 'px-2 text-ink-soft' : 'sr-only'}>
        <span>{hasNone && (isClose ? 'No tour matches yet. Closest to your search:' : 'No tour matches yet')}</span>
        <span>{data.length > 0 && isLongEnough && (data.length === 1 ? '1 tour suggested' : `${data.length} tours suggested`)}</span>
      </p>
      {suggestions.length > 0 && (
        <ul aria-label={isClose ? 'Closest to your search' : 'Suggested tours'} className="mt-2 divide-y divide-line">
          {suggestions.map(({ id, name, destination, duration }) => (
            <li key={id}>
              <Link
                to={pages.destinationDetails(id)}
                onClick={onChosen}
                className="flex min-h-12 items-center gap-3 rounded-field px-2 py-2 hover:bg-sand"
              >
                <MapPin aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                <span className="min-w-0 text-pretty">
                  <span className="font-semibold">{name}</span>{' '}
                  <span className="text-sm text-ink-soft max-sm:block">{[destination, daysOf(duration)].filter(Boolean).join(' · ')}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function daysOf(duration: number | undefined): string {
  if (duration === undefined) return ''
  return duration === 1 ? '1 day' : `${duration} days`
}

/** Returns the text, debounced. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Beyond specification §7: a failure is silent, and nothing waits for the result. */
function suggestionsQuery(text: string) {
  return queryOf(suggestTours, { query: { search: text } }, { retry: false })
}
