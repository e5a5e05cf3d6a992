import type { PhotoCrop } from '#shared/accounts/settings.ts'

/** `zoom` starts at 1; `across` and `down` go from 0 (left, top) to 1 (right, bottom). */
export type CropChoice = { zoom: number; across: number; down: number }
type Size = { width: number; height: number }

export const MIDDLE: CropChoice = { zoom: 1, across: 0.5, down: 0.5 }

/** Smallest side of the square in image pixels; any closer, a face would be blurred. */
const SMALLEST_SIDE = 100
const MAX_ZOOM = 5

export function mostZoom({ width, height }: Size): number {
  return Math.min(MAX_ZOOM, Math.max(1, Math.min(width, height) / SMALLEST_SIDE))
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
