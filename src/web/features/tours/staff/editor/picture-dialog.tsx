import { useMemo, useState } from 'react'
import { cropPicture, describePicture } from '#shared/tours/picture-calls.ts'
import { MAX_ALT_LENGTH, MIN_PICTURE_HEIGHT, MIN_PICTURE_WIDTH, type Crop, type StaffPicture } from '#shared/tours/staff-pictures.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Slider, useDraggedArea } from '#web/components/crop-controls.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import { Picture } from '#web/components/picture.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { keptValues, useKeeping } from '#web/components/use-kept-form.ts'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { callAddress } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

type Props = {
  picture: StaffPicture
  onClose: () => void
  /** `picture` is the current version; a different crop has a different id. */
  onDone: (picture: StaffPicture) => void
}

/** The new description and the one it replaces. */
type Described = { seenAlt: string; alt: string }

export function PictureDialog({ picture, onClose, onDone }: Props) {
  const { original } = picture
  const key = `picture-1 ${picture.id}`
  const [kept, setKept] = useState(() => keptValues<Described>(key).find())
  const [alt, setAlt] = useState(kept?.value.alt ?? picture.alt)
  const isUnsent = alt !== picture.alt
  const described = useMemo(() => ({ seenAlt: kept?.value.seenAlt ?? picture.alt, alt }), [kept, picture.alt, alt])
  useKeeping(key, described, isUnsent)
  const [part, setPart] = useState<Part>()
  const crop = original && part && cropOf(original, part)
  const saving = useCall({
    mutationFn: () => change(picture, alt.trim(), crop ?? undefined),
    onSuccess: (changed) => {
      keptValues(key).forget()
      onDone(changed)
    },
  })
  const discard = () => {
    setKept(undefined)
    setAlt(picture.alt)
  }
  return (
    <Dialog
      isOpen
      onClose={() => !saving.isPending && onClose()}
      title="Edit picture"
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" className="min-h-11" isBusy={saving.isPending} onClick={() => saving.mutate()}>
            Save picture
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <KeptNote
          at={isUnsent ? kept?.at : undefined}
          isOutdated={kept !== undefined && kept.value.seenAlt !== picture.alt}
          onDiscard={discard}
        />
        {saving.isError && <Alert>{messageOf(saving.error, 'We couldn’t save the picture.', NO_RESPONSE)}</Alert>}
        {original && part ? (
          <PartChooser address={callAddress(original.url)} size={original} part={part} isDisabled={saving.isPending} onChange={setPart} />
        ) : (
          <Picture picture={picture} alt="" sizes="560px" className="max-h-72 rounded-field" imageClassName="object-contain!" />
        )}
        {original && !part && (
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            onClick={() => setPart({ shape: 'wide', zoom: 1, across: 0.5, down: 0.5 })}
          >
            Crop it again
          </Button>
        )}
        <TextArea
          label="Description"
          rows={3}
          maxLength={MAX_ALT_LENGTH}
          value={alt}
          disabled={saving.isPending}
          onChange={(event) => setAlt(event.target.value)}
          hint="Describe the picture for people who can’t see it. This changes everywhere the picture is used."
        />
      </div>
    </Dialog>
  )
}

async function change(picture: StaffPicture, alt: string, crop: Crop | undefined): Promise<StaffPicture> {
  const shown = crop ? (await ask(cropPicture, { params: { id: picture.id }, body: crop })).picture : picture
  if (alt === shown.alt) return shown
  return (await ask(describePicture, { params: { id: shown.id }, body: { alt, seenAlt: shown.alt } })).picture
}

type PartChooserProps = {
  /** Address of the whole picture. */
  address: string
  size: { width: number; height: number }
  part: Part
  isDisabled: boolean
  onChange: (part: Part) => void
}

const OPTIONS: readonly { value: Shape; label: string }[] = [
  { value: 'whole', label: 'Original shape' },
  { value: 'wide', label: 'Wide, 16:9' },
  { value: 'landscape', label: 'Landscape, 4:3' },
  { value: 'square', label: 'Square' },
]

/** Selects the visible part of a picture, by dragging or with sliders. */
function PartChooser({ address, size, part, isDisabled, onChange }: PartChooserProps) {
  const crop = cropOf(size, part)
  const share = (pixels: number, whole: number) => `${(pixels / whole) * 100}%`
  const area = useDraggedArea(isDisabled, (byX, byY) => onChange(dragged(size, part, byX, byY)))
  return (
    <div className="grid grid-cols-1 gap-3">
      <div
        role="img"
        aria-label="Crop area"
        {...area}
        className="relative mx-auto max-h-72 max-w-full cursor-grab touch-none overflow-hidden rounded-field bg-night select-none active:cursor-grabbing"
        style={{ aspectRatio: `${crop.width} / ${crop.height}`, width: `${(18 * crop.width) / crop.height}rem` }}
      >
        <img
          src={address}
          alt=""
          draggable={false}
          className="pointer-events-none absolute max-w-none"
          style={{
            width: share(size.width, crop.width),
            height: share(size.height, crop.height),
            left: share(-crop.left, crop.width),
            top: share(-crop.top, crop.height),
          }}
        />
      </div>
      <SelectField
        // The button that opened this has gone, so the focus moves here.
        autoFocus
        label="Shape"
        options={OPTIONS}
        value={part.shape}
        disabled={isDisabled}
        onValueChange={(shape) => onChange({ ...part, shape: shape as Shape, zoom: 1 })}
      />
      <div>
        <Slider
          label="Zoom"
          min={1}
          max={mostZoom(size, part.shape)}
          value={part.zoom}
          disabled={isDisabled || mostZoom(size, part.shape) === 1}
          onChange={(zoom) => onChange({ ...part, zoom })}
        />
        <Slider
          label="Horizontal position"
          min={0}
          max={1}
          value={part.across}
          disabled={isDisabled || crop.width === size.width}
          onChange={(across) => onChange({ ...part, across })}
        />
        <Slider
          label="Vertical position"
          min={0}
          max={1}
          value={part.down}
          disabled={isDisabled || crop.height === size.height}
          onChange={(down) => onChange({ ...part, down })}
        />
      </div>
    </div>
  )
}

/** The visible part of a picture: its shape, zoom (from 1) and position, from 0 (left, top) to 1 (right, bottom). */
type Part = { shape: Shape; zoom: number; across: number; down: number }
type Size = { width: number; height: number }

/** Aspect ratios, width to height; null keeps the picture's own. */
export const SHAPES = { whole: null, wide: 16 / 9, landscape: 4 / 3, square: 1 } as const
export type Shape = keyof typeof SHAPES

export function cropOf({ width, height }: Size, { shape, zoom, across, down }: Part): Crop {
  const most = largest({ width, height }, shape)
  // Compensates for rounding errors in values that should be whole.
  const part = { width: Math.floor(most.width / zoom + 1e-6), height: Math.floor(most.height / zoom + 1e-6) }
  return { left: Math.round((width - part.width) * across), top: Math.round((height - part.height) * down), ...part }
}

export function mostZoom(size: Size, shape: Shape): number {
  const most = largest(size, shape)
  return Math.max(1, Math.min(most.width / MIN_PICTURE_WIDTH, most.height / MIN_PICTURE_HEIGHT))
}

/** Moves the part after a drag, given in fractions of its own size. The picture follows the pointer, so the part moves the other way. */
export function dragged(size: Size, part: Part, byX: number, byY: number): Part {
  const { width, height } = cropOf(size, part)
  const shift = (share: number, pixels: number, free: number) => (free <= 0 ? 0.5 : Math.min(1, Math.max(0, share - pixels / free)))
  return {
    ...part,
    across: shift(part.across, byX * width, size.width - width),
    down: shift(part.down, byY * height, size.height - height),
  }
}

function largest({ width, height }: Size, shape: Shape): Size {
  const ratio = SHAPES[shape] ?? width / height
  return { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
}
