import { useQueries } from '@tanstack/react-query'
import { coastPath, islandPath, landIn, landPath, landQuery } from './coast.ts'
import type { RouteLayout } from './route-layout.ts'

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
