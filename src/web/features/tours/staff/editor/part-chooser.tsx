import { SelectField } from '#web/components/select-field.tsx'
import { Slider } from '#web/components/slider.tsx'
import { useDraggedArea } from '#web/components/use-dragged-area.ts'
import { cropOf, dragged, mostZoom, type Part, type Shape } from './picture-geometry.ts'

type Props = {
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
export function PartChooser({ address, size, part, isDisabled, onChange }: Props) {
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
