import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Place } from '#shared/tours/places.ts'
import { coastPath, landIn, landPath, project, tilesUnder, type Point, type Rings, type Tile } from './coast.ts'

const files = new URL('../../../../../public/coast/', import.meta.url)
const fileOf = ({ name }: Tile) => new URL(`${name}.json`, files)
const ringsOf = (tile: Tile) => JSON.parse(readFileSync(fileOf(tile), 'utf8')) as Rings
const MARGIN = { width: 98, height: 46 }
const HEIGHTS = { least: 280, most: 430 }

/** Returns how far a point lies from the land in a drawing, in pixels; 0 on it. */
function distanceToLand({ x, y }: Point, outlines: readonly Point[][]): number {
  let isOn = false
  let nearest = Infinity
  for (const points of outlines) {
    for (const [index, one] of points.entries()) {
      const other = points[(index + 1) % points.length] ?? one
      if (one.y > y !== other.y > y && x < one.x + ((y - one.y) / (other.y - one.y)) * (other.x - one.x)) isOn = !isOn
      nearest = Math.min(nearest, Math.hypot(one.x - x, one.y - y))
    }
  }
  return isOn ? 0 : nearest
}

interface DemoTour {
  id: string
  itinerary: { place?: Place }[]
}

const folder = new URL('../../../../../seed/tours/', import.meta.url)
const routes = readdirSync(folder)
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as DemoTour[])
  .map(({ id, itinerary }) => ({ id, places: itinerary.flatMap(({ place }) => place ?? []) }))
  .filter(({ places }) => new Set(places.map(({ name }) => name)).size > 1)

/** Too small for the map: they get the round island that is drawn below every stop. */
const ISLETS = new Set(['Nusa Lembongan', 'Nusa Ceningan', 'Zamami', 'Büyükada', 'Sainte-Marguerite'])
/** How far the map's coast is from the real one at most. */
const TRUE_TO_KM = 2.6

test.each(routes)('the stops of $id lie on the land or at its edge, islets aside', ({ places }) => {
  const { points, size, world, kilometres } = project(places, 700, MARGIN, HEIGHTS)
  const outlines = tilesUnder(world, size).map((tile) => landIn(ringsOf(tile), tile, size))
  const far = points
    .map((point, index) => ({
      name: places[index]?.name,
      // Outlines of two tiles overlap: the point is on the land of one of them.
      kilometres: Math.min(...outlines.map((each) => distanceToLand(point, each))) * kilometres,
    }))
    .filter((stop) => stop.kilometres > TRUE_TO_KM && !ISLETS.has(stop.name ?? ''))
  expect(far).toEqual([])
})

test('wherever a route is, at most four tiles that exist cover its drawing, or the whole world does', () => {
  const places = fc.record({
    name: fc.constant('somewhere'),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(places, { minLength: 2, maxLength: 4 }), fc.constantFrom(272, 700), (all, width) => {
      const { size, world } = project(all, width, MARGIN, HEIGHTS)
      const tiles = tilesUnder(world, size)
      expect(new Set(tiles.map(({ name }) => name)).size).toBeLessThanOrEqual(4)
      expect(tiles.every((tile) => existsSync(fileOf(tile)))).toBe(true)
      expect(Math.min(...tiles.map(({ x }) => x))).toBeLessThanOrEqual(0)
      expect(Math.max(...tiles.map(({ x, side }) => x + side))).toBeGreaterThanOrEqual(size.width)
      // North and south the map ends.
      expect(Math.min(...tiles.map(({ y }) => y))).toBeLessThanOrEqual(Math.max(0, world.y))
      expect(Math.max(...tiles.map(({ y, side }) => y + side))).toBeGreaterThanOrEqual(Math.min(size.height, world.y + world.side) - 1e-6)
    }),
  )
})

test('east of the date line the world begins again', () => {
  const at = (name: string, latitude: number, longitude: number) => ({ name, latitude, longitude })
  const { size, world } = project([at('Fiji', -17.8, 177.9), at('Samoa', -13.8, -171.8)], 600, MARGIN, HEIGHTS)
  const columns = new Set(tilesUnder(world, size).map(({ name }) => Number(name.split('-')[1])))
  expect([...columns].toSorted((one, other) => one - other)).toEqual([0, 15])
})

test('what lies outside a drawing, and points that nobody could tell apart, are not drawn', () => {
  const tile = { name: '0-0-0', x: 0, y: 0, side: 16_384 }
  const size = { width: 100, height: 100 }
  const square = [10, 10, 40, 0, 0.1, 0.1, 0, 40, -40, 0]
  const outside = [200, 10, 40, 0, 0, 40]
  expect(landPath(landIn([square, outside], tile, size))).toBe('M10.0 10.0L50.0 10.0L50.1 50.1L10.1 50.1Z')
})

test('the edge at which a tile was cut is no coast', () => {
  const tile = { name: '0-0-0', x: 0, y: 0, side: 16_384 }
  // From the cut into the tile and back, twice, along its western edge.
  const land = [-128, 10, 178, 0, 0, 10, -178, 0, 0, 30, 178, 0, 0, 10, -178, 0]
  const coast = coastPath(landIn([land], tile, { width: 100, height: 100 }), tile)
  expect(coast).toBe('M-128.0 10.0L50.0 10.0L50.0 20.0L-128.0 20.0M-128.0 50.0L50.0 50.0L50.0 60.0L-128.0 60.0')
})
