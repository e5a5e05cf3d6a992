import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { staffToursQuery } from '../tour-queries.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'

type Props = { onClose: () => void; onChoose: (tourId: string) => void }

/** Finds a tour by name, including unpublished ones, which may still have departures. */
export function TourFilter({ onClose, onChoose }: Props) {
  const [text, setText] = useState('')
  const searched = useDeferredValue(text.trim())
  const { data, error, isPlaceholderData } = useInfiniteQuery({
    ...staffToursQuery({ search: searched, status: undefined }),
    placeholderData: keepPreviousData,
  })
  const tours = data?.pages.flat()
  return (
    <Dialog isOpen onClose={onClose} title="Choose a tour">
      <TextField
        label="Name of the tour"
        type="search"
        autoComplete="off"
        data-first
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status" className="mt-3 text-ink-soft">
        {tours &&
          !isPlaceholderData &&
          (tours.length === 0 ? 'No tour has that name.' : `${tours.length === 1 ? '1 tour' : `${tours.length} tours`}, by name`)}
      </p>
      {error && <Alert className="mt-3">{messageOf(error, 'The search failed.', NO_RESPONSE)}</Alert>}
      {!tours && !error && <Skeleton className="mt-3 h-48" />}
      <ul className="mt-1 -mb-2">
        {tours?.map(({ id, name, destination }) => (
          <li key={id}>
            <Button
              variant="quiet"
              size="small"
              className="w-full justify-start! rounded-field! py-1.5 text-left!"
              onClick={() => onChoose(id)}
            >
              <span>
                {name}
                <span className="block text-xs font-normal text-ink-soft">{destination}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
