import { MIN_PICTURE_HEIGHT, MIN_PICTURE_WIDTH, type Crop } from '#shared/tours/staff-pictures.ts'

/** The visible part of a picture: its shape, zoom (from 1) and position, from 0 (left, top) to 1 (right, bottom). */
export type Part = { shape: Shape; zoom: number; across: number; down: number }
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
