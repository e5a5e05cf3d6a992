import { LEAST_PICTURE_HEIGHT, LEAST_PICTURE_WIDTH, type Crop } from '#shared/tours/staff-pictures.ts'

/** Which part of a picture is shown: its shape, how near (from 1), and where, from 0 (left, top) to 1 (right, bottom). */
export type Part = { shape: Shape; zoom: number; across: number; down: number }
type Size = { width: number; height: number }

/** Width by height; null: as the picture is. */
export const SHAPES = { whole: null, wide: 16 / 9, landscape: 4 / 3, square: 1 } as const
export type Shape = keyof typeof SHAPES

/** Returns the part in whole pixels of the picture, always within it. */
export function cropOf({ width, height }: Size, { shape, zoom, across, down }: Part): Crop {
  const most = largest({ width, height }, shape)
  // What is a whole number but for rounding stays it.
  const part = { width: Math.floor(most.width / zoom + 1e-6), height: Math.floor(most.height / zoom + 1e-6) }
  return { left: Math.round((width - part.width) * across), top: Math.round((height - part.height) * down), ...part }
}

/** Returns how near a part of a shape may be before it would be blurred. */
export function mostZoom(size: Size, shape: Shape): number {
  const most = largest(size, shape)
  return Math.max(1, Math.min(most.width / LEAST_PICTURE_WIDTH, most.height / LEAST_PICTURE_HEIGHT))
}

/** Returns the part after it was dragged by shares of its own sides: the picture follows the pointer, so the part goes the other way. */
export function dragged(size: Size, part: Part, byX: number, byY: number): Part {
  const { width, height } = cropOf(size, part)
  const shift = (share: number, pixels: number, free: number) => (free <= 0 ? 0.5 : Math.min(1, Math.max(0, share - pixels / free)))
  return {
    ...part,
    across: shift(part.across, byX * width, size.width - width),
    down: shift(part.down, byY * height, size.height - height),
  }
}

/** Returns the largest part of a shape. */
function largest({ width, height }: Size, shape: Shape): Size {
  const ratio = SHAPES[shape] ?? width / height
  return { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
}
