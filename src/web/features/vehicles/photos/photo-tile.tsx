import { ImageOff, X } from 'lucide-react'
import { useState } from 'react'
import type { Photo } from '#web/features/vehicles/draft/wizard-draft.ts'

type Props = { photo: Photo; onRemove?: ((photo: Photo) => void) | undefined }

export function PhotoTile({ photo, onRemove }: Props) {
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
