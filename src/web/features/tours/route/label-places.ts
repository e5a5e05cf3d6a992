import type { Point, Size } from './projection.ts'

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
export function placeLabels(names: readonly string[], drawing: Drawing): (Label | undefined)[] {
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
