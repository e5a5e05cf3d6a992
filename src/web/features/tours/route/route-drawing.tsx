import { useQueries } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { coastPath, islandPath, landIn, landPath, landQuery, type Point } from './coast.ts'
import { layOutRoute, type Label, type RouteLayout } from './route-layout.ts'
import type { Route } from './route-stops.ts'

/** Font size relative to the page's. */
const LETTERS_REM = 0.8125

/**
 * Draws a route: numbered stops on a Mercator map, with land and sea once it scrolls into view. Purely visual; the list beside it says the
 * same.
 */
export default function RouteDrawing({ route }: { route: Route }): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [measure, setMeasure] = useState<{ width: number; em: number }>()
  const isNear = useIsNear(frame)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => setMeasure({ width: element.clientWidth, em: LETTERS_REM * rootLetters() })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={frame}
      aria-hidden="true"
      className="bg-sand/50 bg-[radial-gradient(var(--color-line)_1px,transparent_1.5px)] bg-size-[1.5rem_1.5rem]"
    >
      {measure && measure.width > 0 && (
        <Drawing layout={layOutRoute(route, measure.width, measure.em)} route={route} em={measure.em} withLand={isNear} />
      )}
    </div>
  )
}

function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        setIsNear(true)
      },
      { rootMargin: '50%' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

function rootLetters(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

type DrawingProps = { layout: RouteLayout; route: Route; em: number; withLand: boolean }

function Drawing({ layout, route, em, withLand }: DrawingProps) {
  const { size, radius, stops, way, labels, scale } = layout
  const base = size.height - em
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} className="block h-auto w-full font-sans" fontSize={em} fill="none">
      {withLand && <RouteLand layout={layout} />}
      <path d={way} className="stroke-coral" strokeWidth={2.5} strokeLinecap="round" strokeDasharray="1 6.5" />
      {route.stops.map(({ name }, index) => (
        <StopMark key={name} name={name} number={index + 1} at={stops[index]} label={labels[index]} radius={radius} />
      ))}
      <path d={`M${em} ${base - em * 0.3}v${em * 0.3}h${scale.pixels}v${-em * 0.3}`} className="stroke-ink-soft" strokeWidth={1.5} />
      <text
        x={em + scale.pixels + em / 2}
        y={base}
        className="fill-ink-soft stroke-paper [paint-order:stroke]"
        strokeWidth={4}
        strokeLinejoin="round"
      >
        {scale.kilometres < 1 ? `${scale.kilometres * 1000} m` : `${scale.kilometres.toLocaleString('en-GB')} km`}
      </text>
    </svg>
  )
}

type StopMarkProps = { name: string; number: number; at: Point | undefined; label: Label | undefined; radius: number }

function StopMark({ name, number, at, label, radius }: StopMarkProps) {
  if (!at) return null
  return (
    <g>
      <circle cx={at.x} cy={at.y} r={radius} className="fill-coral-deep stroke-paper" strokeWidth={2} />
      <text x={at.x} y={at.y} dy="0.36em" textAnchor="middle" fontWeight={700} className="fill-paper">
        {number}
      </text>
      {label && (
        <text
          x={label.x}
          y={label.y}
          dy="0.34em"
          textAnchor={label.anchor}
          fontWeight={600}
          className="fill-ink stroke-paper [paint-order:stroke]"
          strokeWidth={4}
          strokeLinejoin="round"
        >
          {name}
        </text>
      )}
    </g>
  )
}

/**
 * The sea and land under a route; renders nothing until all tiles have loaded, or if one fails. A round island under each stop stands in
 * for islands too small to be on the map.
 */
export function RouteLand({ layout: { tiles, size, stops, radius } }: { layout: RouteLayout }) {
  const names = [...new Set(tiles.map(({ name }) => name))]
  const loaded = useQueries({
    queries: names.map(landQuery),
    combine: (results) => new Map(results.flatMap(({ data }, index) => (data ? [[names[index] ?? '', data]] : []))),
  })
  if (loaded.size < names.length) return null
  const outlines = tiles.map((tile) => ({ tile, land: landIn(loaded.get(tile.name) ?? [], tile, size) }))
  const islands = <path d={islandPath(stops, radius * 1.5)} fillRule="nonzero" />
  return (
    <g strokeLinejoin="round">
      <rect width={size.width} height={size.height} className="fill-sea-tint" />
      {/* The coastline comes first, so that the stops' islands merge into it. */}
      <g className="stroke-line-strong" strokeWidth={2}>
        <path d={outlines.map(({ tile, land }) => coastPath(land, tile)).join('')} />
        {islands}
      </g>
      <g className="fill-sand" fillRule="evenodd">
        {outlines.map(({ tile, land }) => (
          <path key={`${tile.x} ${tile.y}`} d={landPath(land)} />
        ))}
        {islands}
      </g>
    </g>
  )
}
