import { project, roundDistance, tilesUnder, type Point, type Size, type Tile } from './coast.ts'
import type { Route } from './route-stops.ts'

export type RouteLayout = {
  size: Size
  tiles: Tile[]
  /** Radius of the stops' discs, in pixels. */
  radius: number
  stops: Point[]
  way: string
  /** By stop; undefined where a label would cover something. */
  labels: (Label | undefined)[]
  scale: { kilometres: number; pixels: number }
}

/** How far a leg bows to its left, as a fraction of its length, so that outbound and return legs do not coincide. */
const BOW = 0.14

/** `em` is the font size in pixels. */
export function layOutRoute({ stops, way }: Route, width: number, em: number): RouteLayout {
  const radius = em * 0.95
  const heights = { least: Math.max(width * 0.4, em * 14), most: Math.max(em * 14, Math.min(width, em * 33)) }
  const { points, size, world, kilometres } = project(stops, width, { width: width * 0.14, height: em * 3.5 }, heights)
  const apart = pushApart(points, 2 * radius + em * 0.3, inside(size, radius + em / 2))
  const legs = way.slice(1).flatMap((to, index) => {
    const [start, end] = [apart[way[index] ?? 0], apart[to]]
    return start && end ? [legBetween(start, end)] : []
  })
  const distance = roundDistance(kilometres, Math.min(140, width / 3))
  return {
    size,
    tiles: tilesUnder(world, size),
    radius,
    stops: apart,
    way: legs.map(({ start, bend, end }) => `M${at(start)}Q${at(bend)} ${at(end)}`).join(''),
    labels: placeLabels(
      stops.map(({ name }) => name),
      { stops: apart, way: legs.flatMap(along), size: { ...size, height: size.height - 2 * em }, radius, em },
    ),
    scale: { kilometres: distance, pixels: distance / kilometres },
  }
}

type Leg = { start: Point; bend: Point; end: Point }

function legBetween(start: Point, end: Point): Leg {
  const [x, y] = [end.x - start.x, end.y - start.y]
  return { start, bend: { x: start.x + x / 2 + y * BOW, y: start.y + y / 2 - x * BOW }, end }
}

const STEPS = 24

/** Samples a leg densely enough to tell what it passes through. */
function along({ start, bend, end }: Leg): Point[] {
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const part = step / STEPS
    const blend = (axis: 'x' | 'y') => (1 - part) ** 2 * start[axis] + 2 * part * (1 - part) * bend[axis] + part ** 2 * end[axis]
    return { x: blend('x'), y: blend('y') }
  })
}

const ROUNDS = 80

/** Moves points at least `gap` apart, by no more than necessary, so that neighbouring stops stay legible. */
function pushApart(points: readonly Point[], gap: number, keep: (point: Point) => Point): Point[] {
  const moved = points.map(keep)
  for (let round = 0; round < ROUNDS; round += 1) {
    let isDone = true
    for (const [first, one] of moved.entries()) {
      for (const [second, other] of moved.entries()) {
        if (second <= first) continue
        const [x, y] = [other.x - one.x, other.y - one.y]
        const distance = Math.hypot(x, y)
        if (distance >= gap) continue
        isDone = false
        // Two points in the same place have no direction of their own, so they part in an arbitrary one.
        const direction = distance > 0.01 ? { x: x / distance, y: y / distance } : { x: Math.cos(second), y: Math.sin(second) }
        const step = (gap - distance) / 2 + 0.1
        Object.assign(one, keep({ x: one.x - direction.x * step, y: one.y - direction.y * step }))
        Object.assign(other, keep({ x: other.x + direction.x * step, y: other.y + direction.y * step }))
      }
    }
    if (isDone) break
  }
  return moved
}

function inside({ width, height }: Size, margin: number): (point: Point) => Point {
  return ({ x, y }) => ({ x: clamp(x, margin, width - margin), y: clamp(y, margin, height - 2 * margin) })
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

export type Label = Point & { anchor: 'start' | 'middle' | 'end'; box: Box }
export type Box = { left: number; top: number; right: number; bottom: number }

type Drawing = { stops: readonly Point[]; way: readonly Point[]; size: Size; radius: number; em: number }

/** Average letter width (at most) and line height, relative to the font size. */
const LETTER = 0.6
const LINE = 1.3

/** Label positions relative to the stop, in order of preference. */
const SIDES = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
  { x: 1, y: 0.9 },
  { x: -1, y: 0.9 },
  { x: 1, y: -0.9 },
  { x: -1, y: -0.9 },
] as const

/**
 * Places each stop's name inside the drawing, clear of all stops and other names, and clear of the route where possible. A name that does
 * not fit is omitted; the list beside the drawing has it anyway.
 */
function placeLabels(names: readonly string[], drawing: Drawing): (Label | undefined)[] {
  const taken = drawing.stops.map((stop) => around(stop, drawing.radius))
  return names.map((name, index) => {
    const stop = drawing.stops[index]
    if (!stop) return undefined
    const free = SIDES.map((side) => labelAt(stop, side, name, drawing)).filter(
      ({ box }) => isIn(box, drawing.size) && taken.every((other) => !overlap(box, other)),
    )
    const crossings = free.map(({ box }) => drawing.way.filter((point) => overlap(box, around(point, 1))).length)
    const best = free[crossings.indexOf(Math.min(...crossings))]
    if (best) taken.push(best.box)
    return best
  })
}

function labelAt(stop: Point, side: (typeof SIDES)[number], name: string, { radius, em }: Drawing): Label {
  const [width, height] = [name.length * em * LETTER, em * LINE]
  const gap = radius + em * 0.35
  const middle = { x: stop.x, y: stop.y + side.y * (gap + height / 2) }
  const x = side.y === 0 ? stop.x + side.x * gap : stop.x + side.x * radius * 0.6
  const left = side.x === 0 ? x - width / 2 : side.x > 0 ? x : x - width
  return {
    x,
    y: middle.y,
    anchor: side.x === 0 ? 'middle' : side.x > 0 ? 'start' : 'end',
    box: { left, top: middle.y - height / 2, right: left + width, bottom: middle.y + height / 2 },
  }
}

function around({ x, y }: Point, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
}

function isIn({ left, top, right, bottom }: Box, { width, height }: Size): boolean {
  return left >= 4 && top >= 4 && right <= width - 4 && bottom <= height - 4
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
