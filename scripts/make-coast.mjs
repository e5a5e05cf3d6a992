// Cuts the world's land into the square tiles of `public/coast`, which a tour's drawn route lies on (docs/decisions/0041). Only a new
// edition of the data, or another level, asks for it: node scripts/make-coast.mjs
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import GeoJSONVT from 'geojson-vt'
import { feature } from 'topojson-client'

/** By level, of which each halves the sides of the tiles: the edition that is fine enough for it. */
const EDITIONS = { 0: 'land-110m', 2: 'land-50m', 4: 'land-10m' }
/** Into how many steps the side of a tile is divided; this and the overlap stand in `src/web/features/tours/route/coast.ts` too. */
const EXTENT = 16_384
/** By how many of them a tile reaches over its neighbours, so that no seam is seen. */
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

/** Returns a ring as its first point, then each as the way from the one before: half as many digits. */
function inSteps(ring) {
  let before = [0, 0]
  return ring.flatMap((point) => {
    const step = [point[0] - before[0], point[1] - before[1]]
    before = point
    return step
  })
}
