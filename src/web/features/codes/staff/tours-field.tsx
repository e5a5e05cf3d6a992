import { useQueries } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId, useRef, useState, type ComponentType } from 'react'
import { Button } from '#web/components/button.tsx'
import { codedTourQuery } from './api/get-coded-tour.ts'

/** Offers tours by name, without those that are chosen already. */
export type TourPicker = ComponentType<{ value: string; without: readonly string[]; onChoose: (tourId: string) => void }>

type Props = {
  label: string
  hint: string
  error: string | undefined
  tourIds: readonly string[]
  onChange: (tourIds: string[]) => void
  Picker: TourPicker
}

/** Tours that are chosen one after the other. */
export function ToursField({ label, hint, error, tourIds, onChange, Picker }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const add = useRef<HTMLDivElement>(null)
  const id = useId()
  const tours = useQueries({ queries: tourIds.map((tourId) => codedTourQuery(tourId)) })
  // What had the focus goes with the change.
  const change = (next: string[]) => {
    onChange(next)
    setIsOpen(false)
    add.current?.querySelector('button')?.focus()
  }
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {tourIds.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2">
          {tourIds.map((tourId, at) => {
            const name = tours[at]?.data?.name ?? tourId
            return (
              <li key={tourId} className="inline-flex max-w-full items-center rounded-pill border border-line bg-cream pl-4">
                <span className="min-w-0 py-1.5 wrap-anywhere">{name}</span>
                <button
                  type="button"
                  aria-label={`Without ${name}`}
                  onClick={() => change(tourIds.filter((each) => each !== tourId))}
                  className="flex size-10 shrink-0 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink pointer-coarse:size-11"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <div ref={add}>
        <Button size="small" variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Plus aria-hidden="true" className="size-4" /> Add a tour
        </Button>
      </div>
      {isOpen && (
        <div className="mt-2 rounded-field border border-line p-2">
          <Picker value="" without={tourIds} onChoose={(tourId) => change([...tourIds, tourId])} />
        </div>
      )}
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
        {hint}
      </p>
      <p aria-live="polite" className="text-sm font-medium text-danger not-empty:mt-1.5">
        {error}
      </p>
    </fieldset>
  )
}
