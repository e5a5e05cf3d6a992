import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropOf, dragged, mostZoom, SHAPES, type Shape } from './picture-dialog.tsx'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const size = fc.record({ width: fc.integer({ min: 1600, max: 4000 }), height: fc.integer({ min: 1600, max: 4000 }) })
const shapes = fc.constantFrom(...(Object.keys(SHAPES) as Shape[]))

test('a part lies within its picture, and is never so small that it would be blurred', () => {
  fc.assert(
    fc.property(size, shapes, share, share, share, (image, shape, near, across, down) => {
      const zoom = 1 + near * (mostZoom(image, shape) - 1)
      const { left, top, width, height } = cropOf(image, { shape, zoom, across, down })
      expect(left >= 0 && top >= 0 && left + width <= image.width && top + height <= image.height).toBe(true)
      expect(width).toBeGreaterThanOrEqual(800)
      expect(height).toBeGreaterThanOrEqual(450)
    }),
  )
})

test('the whole picture is the whole picture, and a shape takes as much of it as it can', () => {
  const image = { width: 1600, height: 1000 }
  const middle = { zoom: 1, across: 0.5, down: 0.5 }
  expect(cropOf(image, { shape: 'whole', ...middle })).toEqual({ left: 0, top: 0, width: 1600, height: 1000 })
  expect(cropOf(image, { shape: 'wide', ...middle })).toEqual({ left: 0, top: 50, width: 1600, height: 900 })
  expect(cropOf(image, { shape: 'square', ...middle })).toEqual({ left: 300, top: 0, width: 1000, height: 1000 })
})

test('dragged to the right the picture shows more of its left, to its edge and no further', () => {
  const image = { width: 1600, height: 1000 }
  const part = { shape: 'square' as const, zoom: 1, across: 0.5, down: 0.5 }
  expect(dragged(image, part, 0.15, 0.3)).toMatchObject({ across: 0.25, down: 0.5 })
  expect(dragged(image, part, 9, 0).across).toBe(0)
})
