import { queryOptions } from '@tanstack/react-query'
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

export type Tile = Point & { name: string; side: number }
/** Outlines of land within a tile: the first point, then the offset of each following point, in units of 1/STEPS of the tile's side. */
export type Rings = number[][]

/** At level n the world is 2^n tiles wide and high; the finest level comes first (`scripts/make-coast.mjs`). */
const LEVELS = [4, 2, 0]
const STEPS = 16_384
/** How far a tile extends over its neighbours, in steps. */
const OVERLAP = 128
/** Points closer together than this many pixels are merged. */
const LEAST = 0.6

/** Returns the tiles under a drawing, at the finest level at which no more than four are needed. */
export function tilesUnder({ x, y, side: world }: World, { width, height }: Size): Tile[] {
  const level = LEVELS.find((each) => Math.max(width, height) <= world / 2 ** each) ?? 0
  const count = 2 ** level
  const side = world / count
  const [columns, rows] = [between(-x / side, (width - x) / side), between(-y / side, (height - y) / side)]
  return columns.flatMap((column) =>
    rows
      .filter((row) => row >= 0 && row < count)
      .map((row) => ({
        // Columns wrap around at the date line.
        name: `${level}-${((column % count) + count) % count}-${row}`,
        x: x + column * side,
        y: y + row * side,
        side,
      })),
  )
}

function between(from: number, to: number): number[] {
  const first = Math.floor(from)
  return Array.from({ length: Math.floor(to) - first + 1 }, (_, index) => first + index)
}

/** Loads a tile's land once; all drawings share it. */
export function landQuery(name: string) {
  return queryOptions({
    queryKey: ['coast', name],
    queryFn: async ({ signal }) => {
      const response = await fetch(`/coast/${name}.json`, { signal })
      if (!response.ok) throw new Error(`coast/${name}.json: ${response.status}`)
      const rings: unknown = await response.json()
      if (!isRings(rings)) throw new TypeError(`coast/${name}.json holds no land`)
      return rings
    },
    staleTime: Infinity,
  })
}

function isRings(value: unknown): value is Rings {
  return Array.isArray(value) && value.every((ring) => Array.isArray(ring) && ring.every((step) => typeof step === 'number'))
}

/** Returns the tile's outlines in the drawing's coordinates, without those outside it and without points too close to tell apart. */
export function landIn(rings: Rings, tile: Tile, { width, height }: Size): Point[][] {
  return rings
    .map((ring) => pointsOf(ring, tile))
    .filter(
      (points) =>
        points.some(({ x }) => x >= 0) &&
        points.some(({ x }) => x <= width) &&
        points.some(({ y }) => y >= 0) &&
        points.some(({ y }) => y <= height),
    )
}

function pointsOf(ring: readonly number[], tile: Tile): Point[] {
  const points: Point[] = []
  let [east, south] = [0, 0]
  for (let step = 0; step + 1 < ring.length; step += 2) {
    east += ring[step] ?? 0
    south += ring[step + 1] ?? 0
    const point = { x: tile.x + (east / STEPS) * tile.side, y: tile.y + (south / STEPS) * tile.side }
    const last = points.at(-1)
    const isFar = !last || Math.max(Math.abs(point.x - last.x), Math.abs(point.y - last.y)) >= LEAST
    if (isFar || edgesAt(point, tile).includes(true)) points.push(point)
  }
  return points
}

export function landPath(outlines: readonly Point[][]): string {
  return outlines.map((points) => `M${points.map(at).join('L')}Z`).join('')
}

/** Path data for the coastline only. The edges where the tile was cut are left out, since between two coasts they run through open sea. */
export function coastPath(outlines: readonly Point[][], tile: Tile): string {
  return outlines
    .flatMap((points) => points.map((point, index) => ({ from: points.at(index - 1) ?? point, to: point, isFirst: index === 0 })))
    .map(({ from, to, isFirst }) => {
      const [here, before] = [edgesAt(to, tile), edgesAt(from, tile)]
      const isCut = here.some((isAt, edge) => isAt && before[edge])
      if (isCut) return `M${at(to)}`
      return isFirst ? `M${at(from)}L${at(to)}` : `L${at(to)}`
    })
    .join('')
}

export function islandPath(middles: readonly Point[], radius: number): string {
  const half = `a${radius} ${radius} 0 0 0`
  return middles.map(({ x, y }) => `M${at({ x: x - radius, y })}${half} ${2 * radius} 0${half} ${-2 * radius} 0Z`).join('')
}

/** Whether a point lies on the tile's west, east, north and south edge, in that order. */
function edgesAt({ x, y }: Point, tile: Tile): boolean[] {
  const over = (tile.side * OVERLAP) / STEPS
  const edges = [x - (tile.x - over), x - (tile.x + tile.side + over), y - (tile.y - over), y - (tile.y + tile.side + over)]
  return edges.map((distance) => Math.abs(distance) < 1e-6 * tile.side)
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
