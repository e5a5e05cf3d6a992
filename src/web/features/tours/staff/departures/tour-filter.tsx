import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { toursQuery } from '#web/features/tours/api.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'

type Props = { onClose: () => void; onChoose: (tourId: string) => void }

/** Finds a tour by what it is called or where it leads. */
export function TourFilter({ onClose, onChoose }: Props) {
  const [text, setText] = useState('')
  const searched = useDeferredValue(text.trim())
  const { data, error, isPlaceholderData } = useInfiniteQuery({ ...toursQuery(searched), placeholderData: keepPreviousData })
  const tours = data?.pages.flatMap((page) => page.data)
  return (
    <Dialog isOpen onClose={onClose} title="Choose a tour">
      <TextField
        label="Tour or destination"
        type="search"
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status" className="mt-3 text-ink-soft">
        {tours &&
          !isPlaceholderData &&
          (tours.length === 0 ? 'No tour is like that.' : `${tours.length === 1 ? '1 tour' : `${tours.length} tours`}, the nearest first`)}
      </p>
      {error && <Alert className="mt-3">{messageOf(error, 'The tours could not be searched.', NO_RESPONSE)}</Alert>}
      {!tours && !error && <Skeleton className="mt-3 h-48" />}
      <ul className="mt-1 -mb-2">
        {tours?.map(({ id, name, destination }) => (
          <li key={id}>
            <Button variant="quiet" size="small" className="w-full justify-start! rounded-field! text-left!" onClick={() => onChoose(id)}>
              <span>
                {name}
                {destination !== undefined && <span className="font-normal text-ink-soft"> · {destination}</span>}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
