import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { uploadOwnPhoto } from '#shared/accounts/own-calls.ts'
import type { PhotoCrop } from '#shared/accounts/settings.ts'
import { PHOTO_UNREADABLE } from '#shared/photos.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Slider, useDraggedArea } from '#web/components/crop-controls.tsx'
import { answerOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { postForm } from '#web/lib/uploads.ts'
import { useCall } from '#web/lib/use-call.ts'
import { accountQuery, shown, type OwnAccount } from './own-account.ts'

type Props = { file: File; onClose: () => void; onSaved: () => void }

/** Lets the user choose the square of a photo that becomes their picture; the server crops it. */
export function CropDialog({ file, onClose, onSaved }: Props) {
  const [choice, setChoice] = useState(MIDDLE)
  const { address, image, hasFailed } = useImage(file)
  const saving = useUploadPicture(onSaved)
  const failure = hasFailed ? PHOTO_UNREADABLE : saving.isError ? messageOf(saving.error, SAVING_FAILED, NO_RESPONSE) : ''

  return (
    <Dialog
      isOpen
      size="small"
      title="Your new photo"
      onClose={() => !saving.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button isBusy={saving.isPending} disabled={!image} onClick={() => image && saving.mutate({ file, crop: cropOf(image, choice) })}>
            {saving.isPending ? 'Saving...' : 'Save photo'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure !== '' && <Alert>{failure}</Alert>}
        <p className="text-ink-soft">Drag the photo until it looks right in the circle.</p>
        {image && <CropArea address={address} image={image} choice={choice} isDisabled={saving.isPending} onChange={setChoice} />}
      </div>
    </Dialog>
  )
}

const SAVING_FAILED = 'We couldn’t save the photo. Please try again.'

/** Returns the decoded file, rotated according to its EXIF data. */
function useImage(file: File) {
  const [loaded, setLoaded] = useState<{ address: string; image?: { width: number; height: number }; hasFailed?: boolean }>({ address: '' })
  useEffect(() => {
    const address = URL.createObjectURL(file)
    const picture = new Image()
    picture.addEventListener('load', () => {
      setLoaded({ address, image: { width: picture.naturalWidth, height: picture.naturalHeight } })
    })
    picture.addEventListener('error', () => setLoaded({ address, hasFailed: true }))
    picture.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return loaded
}

async function uploadPicture(file: File, crop: PhotoCrop): Promise<OwnAccount> {
  const form = new FormData()
  for (const [name, value] of Object.entries(crop)) form.append(name, String(value))
  // The file goes last: the server only reads fields that precede it.
  form.append('file', file, file.name)
  return shown(answerOf(uploadOwnPhoto, postForm(uploadOwnPhoto.path, form)))
}

function useUploadPicture(onSaved: () => void) {
  const client = useQueryClient()
  return useCall({
    mutationFn: ({ file, crop }: { file: File; crop: PhotoCrop }) => uploadPicture(file, crop),
    onSuccess: (account) => {
      client.setQueryData(accountQuery.queryKey, account)
      onSaved()
    },
  })
}

type AreaProps = {
  address: string
  image: { width: number; height: number }
  choice: CropChoice
  isDisabled: boolean
  onChange: (choice: CropChoice) => void
}

/** The square to keep, shown as the circle that others see; moved by pointer or with sliders. */
function CropArea({ address, image, choice, isDisabled, onChange }: AreaProps) {
  const { x, y, size } = cropOf(image, choice)
  const percent = (pixels: number) => `${(pixels / size) * 100}%`
  const area = useDraggedArea(isDisabled, (byX, byY) => onChange(moved(image, choice, byX, byY)))
  return (
    <div className="grid gap-4">
      <div
        role="img"
        aria-label="Crop area"
        {...area}
        className="relative mx-auto aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-card bg-night select-none active:cursor-grabbing"
      >
        <img
          src={address}
          alt=""
          draggable={false}
          className="pointer-events-none absolute max-w-none"
          style={{ width: percent(image.width), height: percent(image.height), left: percent(-x), top: percent(-y) }}
        />
        <div className="crop-shade pointer-events-none absolute inset-0" />
      </div>
      <div>
        <Slider
          label="Zoom"
          min={1}
          max={maxZoom(image)}
          value={choice.zoom}
          disabled={isDisabled || maxZoom(image) === 1}
          onChange={(zoom) => onChange({ ...choice, zoom })}
        />
        <Slider
          label="Horizontal position"
          min={0}
          max={1}
          value={choice.across}
          disabled={isDisabled || image.width === size}
          onChange={(across) => onChange({ ...choice, across })}
        />
        <Slider
          label="Vertical position"
          min={0}
          max={1}
          value={choice.down}
          disabled={isDisabled || image.height === size}
          onChange={(down) => onChange({ ...choice, down })}
        />
      </div>
    </div>
  )
}

/** `zoom` starts at 1; `across` and `down` go from 0 (left, top) to 1 (right, bottom). */
type CropChoice = { zoom: number; across: number; down: number }
type Size = { width: number; height: number }

export const MIDDLE: CropChoice = { zoom: 1, across: 0.5, down: 0.5 }

/** Smallest side of the square in image pixels; any closer, a face would be blurred. */
const MIN_SIDE = 100
const MAX_ZOOM = 5

export function maxZoom({ width, height }: Size): number {
  return Math.min(MAX_ZOOM, Math.max(1, Math.min(width, height) / MIN_SIDE))
}

/** The chosen square in whole image pixels, always within the image. */
export function cropOf({ width, height }: Size, { zoom, across, down }: CropChoice): PhotoCrop {
  const size = Math.max(1, Math.floor(Math.min(width, height) / zoom))
  return { x: Math.round((width - size) * across), y: Math.round((height - size) * down), size }
}

/** Applies a drag, given as fractions of the square's side. */
export function moved(image: Size, choice: CropChoice, byX: number, byY: number): CropChoice {
  const { size } = cropOf(image, choice)
  return {
    zoom: choice.zoom,
    across: shift(choice.across, byX * size, image.width - size),
    down: shift(choice.down, byY * size, image.height - size),
  }
}

/** The picture follows the finger, so the square moves the other way. */
function shift(share: number, pixels: number, free: number): number {
  return free <= 0 ? 0.5 : Math.min(1, Math.max(0, share - pixels / free))
}
