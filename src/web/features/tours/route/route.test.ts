import fc from 'fast-check'
import { expect, test } from 'vitest'
import { project, roundDistance } from './coast.ts'
import { layOutRoute, overlap } from './route-layout.ts'
import { daysText, routeOf } from './route-stops.ts'

const place = (name: string, latitude: number, longitude: number) => ({ name, latitude, longitude })
const KYOTO = place('Kyoto', 35.003, 135.769)
const UJI = place('Uji', 34.8893, 135.8077)

test('a place is one stop however often it is come back to, and days without one are left out', () => {
  const route = routeOf([{ place: KYOTO }, { place: KYOTO }, {}, { dayNumber: 4, place: UJI }, { place: KYOTO }])
  expect(route).toEqual({
    stops: [
      { ...KYOTO, days: [1, 2, 5] },
      { ...UJI, days: [4] },
    ],
    way: [0, 1, 0],
  })
  expect(routeOf([{}])).toEqual({ stops: [], way: [] })
})

test('days are named as a person would', () => {
  expect([[1], [1, 2], [1, 4], [2, 3, 4, 7]].map(daysText)).toEqual(['Day 1', 'Days 1 and 2', 'Days 1 and 4', 'Days 2 to 4 and 7'])
})

const MARGIN = { width: 40, height: 40 }
const HEIGHTS = { least: 240, most: 600 }

test('north is up, east is right, and distances are true', () => {
  const { points, kilometres } = project([KYOTO, UJI], 600, MARGIN, HEIGHTS)
  const [kyoto, uji] = points
  if (!kyoto || !uji) throw new Error('two points')
  expect(uji.x).toBeGreaterThan(kyoto.x)
  expect(uji.y).toBeGreaterThan(kyoto.y)
  expect(Math.hypot(uji.x - kyoto.x, uji.y - kyoto.y) * kilometres).toBeCloseTo(13.1, 0)
})

test('a journey across the date line goes the short way, and one at a single place stays drawable', () => {
  const { points } = project([place('Fiji', -17.8, 177.9), place('Samoa', -13.8, -171.8)], 600, MARGIN, HEIGHTS)
  expect(points[1]?.x).toBeGreaterThan(points[0]?.x ?? Infinity)
  expect(project([KYOTO, KYOTO], 600, MARGIN, HEIGHTS).points.flatMap(Object.values).every(Number.isFinite)).toBe(true)
})

test('the scale is a round distance that fits', () => {
  expect([0.03, 0.4, 1, 8].map((kilometres) => roundDistance(kilometres, 120))).toEqual([2, 20, 100, 500])
})

const places = fc.record({
  name: fc.string({ minLength: 1, maxLength: 40 }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const near = fc.record({
  name: fc.string({ minLength: 1, maxLength: 40 }),
  latitude: fc.double({ min: 35, max: 35.01, noNaN: true }),
  longitude: fc.double({ min: 135, max: 135.5, noNaN: true }),
})

test('wherever places are: stops lie apart, no name covers a stop or another name, and all is in the drawing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(places, near), { minLength: 2, maxLength: 12 }),
      fc.constantFrom(272, 340, 700),
      fc.constantFrom(13, 26),
      (all, width, em) => {
        const route = routeOf(all.map((each) => ({ place: each })))
        const { size, stops, labels, radius } = layOutRoute(route, width, em)
        const discs = stops.map(({ x, y }) => ({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }))
        const boxes = labels.flatMap((label) => label?.box ?? [])
        for (const box of [...discs, ...boxes]) {
          expect(box.left >= 0 && box.top >= 0 && box.right <= size.width && box.bottom <= size.height).toBe(true)
        }
        for (const [index, box] of boxes.entries()) {
          expect([...discs, ...boxes.slice(index + 1)].filter((other) => overlap(box, other))).toEqual([])
        }
        if (em === 13 && stops.length <= 6) {
          for (const [index, one] of stops.entries()) {
            for (const other of stops.slice(index + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2 * radius)
          }
        }
      },
    ),
  )
})
