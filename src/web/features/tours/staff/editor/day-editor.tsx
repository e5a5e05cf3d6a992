import { ChevronDown } from 'lucide-react'
import { MAX_DAY_PICTURES } from '#shared/tours/staff.ts'
import { Picture } from '#web/components/picture.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { DropLine, Grip } from './drag-marks.tsx'
import { otherPictures, redescribed } from './draft-pictures.ts'
import { OrderButtons } from './order-buttons.tsx'
import { PictureList } from './picture-list.tsx'
import { PlaceFields } from './place-fields.tsx'
import type { DayDraft } from './tour-draft.ts'
import type { TourForm } from './tour-form.ts'
import { useReordering } from './use-reordering.ts'

const MEALS = [
  { name: 'breakfastIncluded', label: 'Breakfast' },
  { name: 'lunchIncluded', label: 'Lunch' },
  { name: 'dinnerIncluded', label: 'Dinner' },
] as const

type Props = {
  form: TourForm
  day: DayDraft
  at: number
  count: number
  isOpen: boolean
  onToggle: () => void
  /** Receives a function of the current day that returns the changed fields. */
  onChange: (part: (now: DayDraft) => Partial<DayDraft>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One day of the itinerary, folded to one line until opened. It also opens if it has an error. */
export function DayEditor({ form, day, at, count, isOpen, onToggle, onChange, onMove, onRemove }: Props) {
  const path = `itinerary.${at}` as const
  const parts = ['title', 'description', 'activities', 'accommodation', 'transportation'] as const
  const places = ['place.name', 'place.latitude', 'place.longitude'] as const
  const isWrong = [...parts, ...places].some((name) => form.errorOf(`${path}.${name}`))
  const isShown = isOpen || isWrong
  const drag = useReordering({ list: 'days', at, axis: 'vertical', onMove })
  return (
    <li ref={drag.place} className={classNames('relative py-1', drag.isDragged && 'opacity-50')}>
      <DropLine edge={drag.edge} />
      <div ref={drag.dragged} className="flex items-center gap-2 bg-paper max-xs:flex-wrap">
        <Grip ref={drag.grip} className="-mr-2 h-12 w-8 rounded-field text-ink-soft hover:bg-cream hover:text-ink" />
        <button
          type="button"
          aria-expanded={isShown}
          onClick={onToggle}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-3 max-xs:basis-48 rounded-field px-1 text-left hover:bg-cream"
        >
          <ChevronDown aria-hidden="true" className={classNames('size-4 shrink-0 transition-transform', !isShown && '-rotate-90')} />
          <span className="min-w-0 grow items-baseline gap-3 lg:flex">
            <span className="block w-12 shrink-0 text-ink-soft tabular-nums">Day {at + 1}</span>
            <span className="min-w-0 font-semibold max-lg:line-clamp-2 lg:truncate">{day.title || 'Untitled'}</span>
          </span>
          {day.images[0] && (
            <Picture picture={day.images[0]} alt="" sizes="60px" className="h-9 w-13 shrink-0 rounded-field max-sm:hidden" />
          )}
        </button>
        <OrderButtons what={`day ${at + 1}`} at={at} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      <div hidden={!isShown} className="pt-2 pb-4 pl-1 sm:pl-8">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...form.field(`${path}.title`)} label="Title" autoComplete="off" className="sm:col-span-2" />
          <TextArea {...form.field(`${path}.description`)} label="Description" rows={4} className="sm:col-span-2" />
          <TextArea
            {...form.field(`${path}.activities`)}
            label="Activities"
            isOptional
            rows={3}
            hint="One per line."
            className="sm:col-span-2"
          />
          <TextField {...form.field(`${path}.accommodation`)} label="Accommodation" isOptional autoComplete="off" />
          <TextField {...form.field(`${path}.transportation`)} label="Transport" isOptional autoComplete="off" />
          <PlaceFields form={form} path={`${path}.place`} place={day.place} onChange={(place) => onChange(() => ({ place }))} />
        </div>
        <fieldset className="mt-3">
          <legend className="sr-only">Meals on day {at + 1}</legend>
          <div className="flex flex-wrap gap-x-5">
            {MEALS.map(({ name, label }) => (
              <label key={name} className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  checked={day[name]}
                  onChange={({ target }) => onChange(() => ({ [name]: target.checked }))}
                  className="size-5 accent-coral-deep"
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <h3 className="mt-3 font-sans text-sm font-semibold tracking-normal">Pictures for this day</h3>
        <p className="mb-3 text-sm text-ink-soft">The first is shown next to the text. Most days only need one.</p>
        <PictureList
          pictures={day.images}
          most={MAX_DAY_PICTURES}
          others={otherPictures(form.values, day)}
          onChange={(images) => onChange((now) => ({ images: images(now.images) }))}
          onDescribed={(picture) => form.adopt((now) => redescribed(now, picture))}
        />
      </div>
    </li>
  )
}
