import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/paths.ts'
import { suggestionsQuery } from './api.ts'

/** Two letters begin too many words to be worth a call before them. */
const FEWEST_LETTERS = 2
/** Whoever types on is not asked about. */
const PAUSE_MS = 150

type Props = { text: string; onChosen: () => void }

/** Tours that match what is being typed, as links: they lead straight to the tour. */
export function TourSuggestions({ text, onChosen }: Props) {
  const asked = useSettled(text.trim())
  const isLongEnough = Array.from(asked).length >= FEWEST_LETTERS
  const { data = [] } = useQuery({ ...suggestionsQuery(asked), enabled: isLongEnough, placeholderData: keepPreviousData })
  const suggestions = isLongEnough ? data : []

  return (
    <>
      <p role="status" className="sr-only">
        {suggestions.length > 0 && (suggestions.length === 1 ? '1 tour suggested' : `${suggestions.length} tours suggested`)}
      </p>
      {suggestions.length > 0 && (
        <ul aria-label="Suggested tours" className="mt-2 divide-y divide-line">
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

/** Returns the text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
