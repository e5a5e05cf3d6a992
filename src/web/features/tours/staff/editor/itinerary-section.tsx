import { ChevronDown, Plus } from 'lucide-react'
import { useState, type ClipboardEvent } from 'react'
import { placeSchema } from '#shared/tours/places.ts'
import { MAX_DAY_PICTURES, MAX_ITINERARY_DAYS } from '#shared/tours/staff.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Picture } from '#web/components/picture.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { routeOf } from '#web/features/tours/route/route-stops.ts'
import { RouteCard } from '#web/features/tours/route/tour-route.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { randomKey } from '#web/lib/random-key.ts'
import {
  coordinatesIn,
  NO_PLACE,
  otherPictures,
  placeOf,
  redescribed,
  type DayDraft,
  type PlaceDraft,
  type SectionProps,
  type TourForm,
} from './tour-draft.ts'
import { DropLine, Grip, moved, OrderButtons, useReordering } from './reordering.tsx'
import { PictureList } from './picture-list.tsx'

/** The days of the itinerary: add, edit and reorder. For read-only users all of them are open. */
export function ItinerarySection({ form, canEdit }: SectionProps & { canEdit: boolean }) {
  const { itinerary } = form.values
  const [open, setOpen] = useState<string>()
  const [said, setSaid] = useState('')
  const change = (days: DayDraft[]) => form.adopt({ itinerary: days })
  const changeDay = (key: string, part: (now: DayDraft) => Partial<DayDraft>) =>
    form.adopt(({ itinerary: days }) => ({ itinerary: days.map((day) => (day.key === key ? { ...day, ...part(day) } : day)) }))
  const add = () => {
    const day = newDay()
    change([...itinerary, day])
    setOpen(day.key)
  }
  const move = (from: number, to: number) => {
    if (to === from || to < 0 || to >= itinerary.length) return
    change(moved(itinerary, from, to))
    setSaid(`${itinerary[from]?.title || 'The day'} is now day ${to + 1}.`)
  }
  return (
    <Panel title="Itinerary">
      {itinerary.length === 0 && <p className="text-ink-soft">No days yet. Travellers see them in this order.</p>}
      <ol className="divide-y divide-line">
        {itinerary.map((day, at) => (
          <DayEditor
            key={day.key}
            form={form}
            day={day}
            at={at}
            count={itinerary.length}
            isOpen={open === day.key || !canEdit}
            onToggle={() => setOpen(open === day.key ? undefined : day.key)}
            onChange={(part) => changeDay(day.key, part)}
            onMove={(to) => move(at, to)}
            onRemove={() => {
              change(itinerary.toSpliced(at, 1))
              setSaid(`${day.title || 'The day'} removed.`)
            }}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Button variant="secondary" size="small" className="mt-4" disabled={itinerary.length >= MAX_ITINERARY_DAYS} onClick={add}>
        <Plus aria-hidden="true" className="size-4" /> Add a day
      </Button>
      <RoutePreview days={itinerary} />
    </Panel>
  )
}

function newDay(): DayDraft {
  return {
    key: randomKey(),
    title: '',
    description: '',
    activities: '',
    accommodation: '',
    transportation: '',
    breakfastIncluded: false,
    lunchIncluded: false,
    dinnerIncluded: false,
    images: [],
    place: NO_PLACE,
  }
}

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
function DayEditor({ form, day, at, count, isOpen, onToggle, onChange, onMove, onRemove }: Props) {
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

type PlaceFieldsProps = { form: TourForm; path: `itinerary.${number}.place`; place: PlaceDraft; onChange: (place: PlaceDraft) => void }

/** The place of a day. Pasting a pair of coordinates, as maps copy them, fills both fields. */
function PlaceFields({ form, path, place, onChange }: PlaceFieldsProps) {
  const onPaste = (event: ClipboardEvent) => {
    const coordinates = coordinatesIn(event.clipboardData.getData('text'))
    if (!coordinates) return
    event.preventDefault()
    onChange({ ...place, ...coordinates })
  }
  return (
    <fieldset className="sm:col-span-2">
      <legend className="sr-only">On the route</legend>
      <div className="grid grid-cols-2 items-start gap-4 xl:grid-cols-[2fr_1fr_1fr]">
        <TextField
          {...form.field(`${path}.name`)}
          className="max-xl:col-span-2"
          label="Place on the route"
          isOptional
          autoComplete="off"
          hint="Shown next to its number on the map. Use the same name on another day to mark the same stop."
        />
        <TextField
          {...form.field(`${path}.latitude`)}
          onPaste={onPaste}
          label="Latitude"
          autoComplete="off"
          hint="Degrees; south is negative."
        />
        <TextField
          {...form.field(`${path}.longitude`)}
          onPaste={onPaste}
          label="Longitude"
          autoComplete="off"
          hint="Degrees; west is negative."
        />
      </div>
    </fieldset>
  )
}

/** The route as travellers would see it, from what is typed so far; incomplete places are left out. */
function RoutePreview({ days }: { days: DayDraft[] }) {
  const route = routeOf(days.map(({ place }) => ({ place: placeSchema.safeParse(placeOf(place)).data })))
  if (route.stops.length === 0) return null
  return (
    <section aria-labelledby="route-preview" className="mt-5">
      <h3 id="route-preview" className="mb-2 font-sans text-sm font-semibold tracking-normal">
        The route
      </h3>
      {route.stops.length < 2 ? (
        <p className="text-ink-soft">Travellers see a drawing of the route once two days name different places.</p>
      ) : (
        <RouteCard route={route} />
      )}
    </section>
  )
}
