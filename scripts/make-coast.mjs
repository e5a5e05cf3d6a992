// Cuts the world's land into the square tiles of `public/coast`, the background of a tour's drawn route.
// Run it only for a new edition of the data or another level: node scripts/make-coast.mjs
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import GeoJSONVT from 'geojson-vt'
import { feature } from 'topojson-client'

/** The coarsest edition that is fine enough, by level. Each level halves the tiles' sides. */
const EDITIONS = { 0: 'land-110m', 2: 'land-50m', 4: 'land-10m' }
/** Number of steps along the side of a tile. This and the overlap are repeated in `src/web/features/tours/route/coast.ts`. */
const EXTENT = 16_384
/** How many steps a tile extends over its neighbours, so that no seam is visible. */
const OVERLAP = 128

const folder = path.join(import.meta.dirname, '../public/coast')
const { resolve } = createRequire(import.meta.url)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

for (const [level, edition] of Object.entries(EDITIONS)) {
  const world = JSON.parse(readFileSync(resolve(`world-atlas/${edition}.json`), 'utf8'))
  const zoom = Number(level)
  const options = { maxZoom: zoom, indexMaxZoom: zoom, indexMaxPoints: 0, tolerance: 4, extent: EXTENT, buffer: OVERLAP }
  const index = new GeoJSONVT(feature(world, world.objects.land), options)
  for (let column = 0; column < 2 ** zoom; column++) {
    for (let row = 0; row < 2 ** zoom; row++) {
      const rings = index.getTile(zoom, column, row)?.features.flatMap(({ geometry }) => geometry) ?? []
      writeFileSync(path.join(folder, `${zoom}-${column}-${row}.json`), JSON.stringify(rings.map(inSteps)))
    }
  }
}

/** Encodes a ring as its first point and then the offset from each point to the next, which halves the digits. */
function inSteps(ring) {
  let before = [0, 0]
  return ring.flatMap((point) => {
    const step = [point[0] - before[0], point[1] - before[1]]
    before = point
    return step
  })
}
