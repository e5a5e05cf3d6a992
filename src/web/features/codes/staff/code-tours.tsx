import { queryOptions, useQueries } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId, useRef, useState, type ComponentType } from 'react'
import { getStaffTour } from '#shared/tours/staff-calls.ts'
import { Button } from '#web/components/button.tsx'
import { ask } from '#web/lib/ask.ts'

/** A tour as far as a code can be limited to it: its options and extras. */
export function codedTourQuery(id: string) {
  return queryOptions({
    queryKey: ['staff', 'coded-tour', id],
    queryFn: async ({ signal }) => {
      const { fields, selling } = await ask(getStaffTour, { params: { id } }, signal)
      const named = (all: readonly { id: string; name: string }[] | undefined) =>
        (all ?? []).map(({ id: each, name }) => ({ id: each, name }))
      return { name: fields.name, options: named(selling?.options), extras: named(selling?.extras) }
    },
    retry: false,
  })
}

/** Offers tours by name, without those already chosen. */
export type TourPicker = ComponentType<{ value: string; without: readonly string[]; onChoose: (tourId: string) => void }>

type ToursProps = {
  label: string
  hint: string
  error: string | undefined
  tourIds: readonly string[]
  onChange: (tourIds: string[]) => void
  Picker: TourPicker
}

export function ToursField({ label, hint, error, tourIds, onChange, Picker }: ToursProps) {
  const [isOpen, setIsOpen] = useState(false)
  const add = useRef<HTMLDivElement>(null)
  const id = useId()
  const tours = useQueries({ queries: tourIds.map((tourId) => codedTourQuery(tourId)) })
  // The change removes the focused element.
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

type OptionsProps = {
  tourIds: readonly string[]
  /** Null: all. */
  optionIds: readonly string[] | null
  error: string | undefined
  onChange: (optionIds: string[] | null) => void
}

/** Shows nothing if the chosen tours have only one option. */
export function OptionsField({ tourIds, optionIds, error, onChange }: OptionsProps) {
  const tours = useQueries({ queries: tourIds.map((tourId) => codedTourQuery(tourId)) })
  const options = optionsOf(
    tours.map(({ data }) => data),
    optionIds,
  )
  if (options.length < 2 && optionIds === null) return null
  return (
    <fieldset aria-describedby="code-options-hint" className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">Options for these tours</legend>
      {options.map(({ id, name }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={optionIds?.includes(id) ?? false}
            onChange={({ target }) => onChange(withOption(optionIds, id, target.checked))}
            className="size-5 shrink-0 accent-coral-deep"
          />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </label>
      ))}
      <p id="code-options-hint" className="text-sm text-ink-soft">
        Leave unticked for all options.
      </p>
      <p aria-live="polite" className="text-sm font-medium text-danger not-empty:mt-1.5">
        {error}
      </p>
    </fieldset>
  )
}

interface CodedTour {
  name: string
  options: readonly { id: string; name: string }[]
}

/** Several of the chosen tours may have an option of the same id; `name` then has each of its names once. */
export interface CodedOption {
  id: string
  name: string
}

/** The options of the chosen tours, with the tour’s name if there are several; chosen options that no longer exist are named by their ids. */
export function optionsOf(tours: readonly (CodedTour | undefined)[], chosen: readonly string[] | null): CodedOption[] {
  const names = new Map<string, Set<string>>()
  const add = (id: string, name: string) => names.set(id, (names.get(id) ?? new Set()).add(name))
  for (const tour of tours)
    for (const { id, name } of tour?.options ?? []) add(id, tours.length > 1 ? `${name}, ${tour?.name ?? ''}` : name)
  for (const id of chosen ?? []) if (!names.has(id)) add(id, id)
  return Array.from(names, ([id, all]) => ({ id, name: [...all].join(' / ') }))
}

/** Returns null, which means all, if none is left. */
export function withOption(chosen: readonly string[] | null, id: string, isChosen: boolean): string[] | null {
  const others = (chosen ?? []).filter((each) => each !== id)
  const next = isChosen ? [...others, id] : others
  return next.length === 0 ? null : next
}

/** Returns those of the chosen options that these tours have; null, which means all, if none is left. */
export function keptOptions(chosen: readonly string[] | null, tours: readonly Pick<CodedTour, 'options'>[]): string[] | null {
  const kept = (chosen ?? []).filter((id) => tours.some(({ options }) => options.some((option) => option.id === id)))
  return kept.length === 0 ? null : kept
}
