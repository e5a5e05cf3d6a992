import type { ClipboardEvent } from 'react'
import { TextField } from '#web/components/text-field.tsx'
import { coordinatesIn, type PlaceDraft } from './place-draft.ts'
import type { TourForm } from './tour-form.ts'

type Props = { form: TourForm; path: `itinerary.${number}.place`; place: PlaceDraft; onChange: (place: PlaceDraft) => void }

/** The place of a day. Pasting a pair of coordinates, as maps copy them, fills both fields. */
export function PlaceFields({ form, path, place, onChange }: Props) {
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
