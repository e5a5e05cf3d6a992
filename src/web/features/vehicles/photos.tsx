import { Camera, ImageOff, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { PHOTO_TYPES } from '#shared/photos.ts'
import type { Photo } from './draft/wizard-draft.ts'

type PickerProps = {
  photos: Photo[]
  /** Reasons why files chosen last were refused. */
  refusals: string[]
  onChoose: (files: File[]) => void
  onRemove: (photo: Photo) => void
}

/** Photos of the item being described. Uploads start as soon as a photo is chosen. */
export function PhotoPicker({ photos, refusals, onChoose, onRemove }: PickerProps) {
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

type TileProps = { photo: Photo; onRemove?: ((photo: Photo) => void) | undefined }

export function PhotoTile({ photo, onRemove }: TileProps) {
  const { name, state, progress, previewUrl } = photo
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const percent = Math.round(progress * 100)
  return (
    <figure className="w-24">
      <div className="relative size-24 overflow-hidden rounded-field border border-line bg-sand">
        {previewUrl && previewUrl !== brokenUrl ? (
          <img
            src={previewUrl}
            alt={name}
            width={96}
            height={96}
            onError={() => setBrokenUrl(previewUrl)}
            className="size-full object-cover"
          />
        ) : (
          <ImageOff aria-hidden="true" className="absolute inset-0 m-auto size-7 text-ink-soft" />
        )}
        {state === 'uploading' && (
          <div className="absolute inset-x-0 bottom-0 bg-night/75 px-2 pt-1 pb-2 text-center text-xs text-white">
            {percent}%
            <progress
              aria-label={`Uploading ${name}`}
              max={100}
              value={percent}
              className="block h-1 w-full appearance-none overflow-hidden rounded-pill [&::-moz-progress-bar]:bg-sun [&::-webkit-progress-bar]:bg-white/30 [&::-webkit-progress-value]:bg-sun"
            />
          </div>
        )}
        {onRemove && (
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(photo)}
            className="absolute top-0 right-0 flex size-11 items-start justify-end p-1"
          >
            <span className="flex size-7 items-center justify-center rounded-pill bg-night/80 text-white">
              <X aria-hidden="true" className="size-4" />
            </span>
          </button>
        )}
      </div>
      <figcaption className="mt-1 truncate text-xs text-ink-soft" title={name}>
        {state === 'failed' ? 'Name only' : name}
      </figcaption>
    </figure>
  )
}
