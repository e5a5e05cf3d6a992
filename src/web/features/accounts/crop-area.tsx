import { Slider } from '#web/components/slider.tsx'
import { useDraggedArea } from '#web/components/use-dragged-area.ts'
import { cropOf, mostZoom, moved, type CropChoice } from './crop-geometry.ts'

type Props = {
  address: string
  image: { width: number; height: number }
  choice: CropChoice
  isDisabled: boolean
  onChange: (choice: CropChoice) => void
}

/** The square to keep, shown as the circle that others see; moved by pointer or with sliders. */
export function CropArea({ address, image, choice, isDisabled, onChange }: Props) {
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
          max={mostZoom(image)}
          value={choice.zoom}
          disabled={isDisabled || mostZoom(image) === 1}
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
