import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropOf, MIDDLE, maxZoom, moved } from './crop-dialog.tsx'

const landscape = { width: 300, height: 200 }

test('at first the middle is chosen, as large as possible', () => {
  expect(cropOf(landscape, MIDDLE)).toEqual({ x: 50, y: 0, size: 200 })
})

test('zooming in keeps the place, and stops before a face becomes a blur', () => {
  expect(cropOf(landscape, { ...MIDDLE, zoom: 2 })).toEqual({ x: 100, y: 50, size: 100 })
  expect([maxZoom(landscape), maxZoom({ width: 4000, height: 3000 }), maxZoom({ width: 60, height: 60 })]).toEqual([2, 5, 1])
})

test('the picture follows the finger, up to its edge', () => {
  const right = moved(landscape, MIDDLE, 0.1, 0.1)
  expect(cropOf(landscape, right)).toEqual({ x: 30, y: 0, size: 200 })
  expect(cropOf(landscape, moved(landscape, MIDDLE, -9, 0))).toEqual({ x: 100, y: 0, size: 200 })
})

test('whatever is chosen lies within the picture: the server refuses anything else', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const side = fc.integer({ min: 1, max: 9000 })
  fc.assert(
    fc.property(side, side, share, share, share, (width, height, across, down, zoom) => {
      const most = maxZoom({ width, height })
      const { x, y, size } = cropOf({ width, height }, { zoom: 1 + zoom * (most - 1), across, down })
      expect([x, y, size].every(Number.isInteger)).toBe(true)
      expect(x >= 0 && y >= 0 && size >= 1 && x + size <= width && y + size <= height).toBe(true)
    }),
  )
})
