import type { Place } from '#shared/tours/places.ts'

export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

/** Latitude at which the Mercator map is cut off, in degrees. */
const LAST_LATITUDE = 85
const EARTH_RADIUS_KM = 6371
/** Smaller extents are not enlarged to fill the drawing. */
const MIN_EXTENT_KM = 2

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Projects a place onto a Mercator map of radius 1. Mercator preserves angles, so a short journey keeps its shape anywhere. */
function onMap({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): Point {
  const north = radians(Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude)))
  return { x: radians(longitude), y: -Math.asinh(Math.tan(north)) }
}

/** Projects places so that each is next to the one before: a journey across the date line does not go around the world. */
function unrolled(places: readonly Place[]): Point[] {
  let before = places[0]?.longitude ?? 0
  return places.map(({ latitude, longitude }) => {
    before = longitude + 360 * Math.round((before - longitude) / 360)
    return onMap({ latitude, longitude: before })
  })
}

/** The top-left corner and side of the square world map in a drawing, in pixels. */
export type World = Point & { side: number }
export type Projected = {
  points: Point[]
  size: Size
  world: World
  /** How many kilometres a pixel is in the middle. */ kilometres: number
}

/** Projects places into a drawing of this width; the height follows from their shape, within limits. */
export function project(places: readonly Place[], width: number, margin: Size, heights: { least: number; most: number }): Projected {
  const raw = unrolled(places)
  const [xs, ys] = [raw.map(({ x }) => x), raw.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const trueLength = EARTH_RADIUS_KM / Math.cosh(middle.y)
  const least = MIN_EXTENT_KM / trueLength
  const extent = { width: Math.max(right - left, least), height: Math.max(bottom - top, least) }
  const inner = width - 2 * margin.width
  const wanted = (inner * extent.height) / extent.width + 2 * margin.height
  const height = Math.max(heights.least, Math.min(heights.most, wanted))
  const scale = Math.min(inner / extent.width, (height - 2 * margin.height) / extent.height)
  const placed = ({ x, y }: Point) => ({ x: width / 2 + (x - middle.x) * scale, y: height / 2 + (y - middle.y) * scale })
  return {
    points: raw.map(placed),
    size: { width, height },
    world: { ...placed({ x: -Math.PI, y: -Math.PI }), side: 2 * Math.PI * scale },
    kilometres: trueLength / scale,
  }
}

/** Returns the longest of 1, 2, 5, 10 … kilometres that fits into `most` pixels. */
export function roundDistance(kilometres: number, most: number): number {
  const longest = kilometres * most
  const power = 10 ** Math.floor(Math.log10(longest))
  return (longest >= 5 * power ? 5 : longest >= 2 * power ? 2 : 1) * power
}
