import { Camera } from 'lucide-react'
import { useId, useRef } from 'react'
import { PHOTO_TYPES } from '#shared/photos.ts'
import type { Photo } from '#web/features/vehicles/draft/wizard-draft.ts'
import { PhotoTile } from './photo-tile.tsx'

type Props = {
  photos: Photo[]
  /** Reasons why files chosen last were refused. */
  refusals: string[]
  onChoose: (files: File[]) => void
  onRemove: (photo: Photo) => void
}

/** Photos of the item being described. Uploads start as soon as a photo is chosen. */
export function PhotoPicker({ photos, refusals, onChoose, onRemove }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const remove = (photo: Photo) => {
    // The button that was pressed disappears with its photo.
    input.current?.focus({ preventScroll: true })
    onRemove(photo)
  }
  const hasFailed = photos.some((photo) => photo.state === 'failed')
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        {photos.map((photo) => (
          <PhotoTile key={photo.id} photo={photo} onRemove={remove} />
        ))}
        <label
          htmlFor={id}
          className="flex size-24 cursor-pointer flex-col items-center justify-center gap-1 rounded-field border border-dashed border-line-strong text-sm font-semibold hover:border-ink hover:bg-sand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-coral-deep"
        >
          <Camera aria-hidden="true" className="size-6 text-sea" />
          Photos
          <input
            ref={input}
            id={id}
            type="file"
            multiple
            accept={PHOTO_TYPES.join(',')}
            aria-describedby={`${id}-hint`}
            className="sr-only"
            onChange={(event) => {
              onChoose([...(event.target.files ?? [])])
              // Lets the same file be chosen again after it was removed.
              event.target.value = ''
            }}
          />
        </label>
      </div>
      <p id={`${id}-hint`} className="mt-2 text-sm text-ink-soft">
        Optional. JPEG, PNG or WebP, up to 10 MB each.
      </p>
      <div role="alert" className="text-sm font-medium text-danger not-empty:mt-2">
        {refusals.map((refusal) => (
          <p key={refusal}>{refusal}</p>
        ))}
      </div>
      <p role="status" className="text-sm text-sun-deep not-empty:mt-2">
        {hasFailed && 'Some photos couldn’t be uploaded. You can carry on: we’ll keep their names and may ask you for them.'}
      </p>
    </div>
  )
}
