import { useQueries } from '@tanstack/react-query'
import { coastPath, islandPath, landIn, landPath, landQuery } from './coast.ts'
import type { RouteLayout } from './route-layout.ts'

/**
 * The sea and the land that a route lies on; nothing until all of it has been loaded, or if it cannot be. Below each stop lies a round island,
 * which only shows where the map has no land: there the real one is too small for it.
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
      {/* The line of the coast first, so that islands at it become one with the land. */}
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
