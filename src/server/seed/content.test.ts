import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fromPriceCents } from '#shared/tours/offers/from-price.ts'
import { sellingFaults } from '#shared/tours/offers/selling-faults.ts'
import { MAX_DAY_PICTURES } from '#shared/tours/staff.ts'
import { projectRoot } from '#server/config/root.ts'
import { readContent } from './content.ts'
import { interleave } from './tours.ts'

const { pictures, tours: countries } = await readContent()
const tours = countries.flat()

test('each tour of the demo has its own cover and more pictures inside, none of them twice', () => {
  const covers = tours.map(({ images }) => images[0])
  expect(covers).toHaveLength(32)
  expect(new Set(covers).size).toBe(covers.length)
  for (const { id, images } of tours) {
    expect(images.length, id).toBeGreaterThanOrEqual(3)
    expect(new Set(images).size, id).toBe(images.length)
  }
})

test('each tour of the demo shows at least one day, and no picture on two days', () => {
  for (const { id, itinerary } of tours) {
    const shown = itinerary.flatMap((day) => day.images)
    expect(shown.length, id).toBeGreaterThan(0)
    expect(new Set(shown).size, id).toBe(shown.length)
    for (const day of itinerary) expect(day.images.length, id).toBeLessThanOrEqual(MAX_DAY_PICTURES)
  }
})

test('each picture of a tour has a description, and exists in both formats at the listed sizes', async () => {
  const described = new Map(pictures.map((picture) => [picture.name, picture]))
  const names = new Set(tours.flatMap(({ images, itinerary }) => [...images, ...itinerary.flatMap((day) => day.images)]))
  for (const name of names) {
    const picture = described.get(name)
    if (!picture) throw new Error(`seed/pictures.json does not describe ${name}`)
    expect(picture.alt, name).toMatch(/^[A-Z].+\.$/)
    for (const width of picture.widths) {
      for (const [type, format] of [['webp', 'webp'] as const, ['avif', 'heif'] as const]) {
        const found = await sharp(path.join(projectRoot, 'public/art', `${name}-${width}.${type}`)).metadata()
        expect(found, `${name}-${width}.${type}`).toMatchObject({ format, width })
        expect(found.height).toBe(Math.round((picture.height * width) / picture.width))
      }
    }
  }
})

test('29 tours of the demo have one price, and the three that sell options come last', () => {
  const order = interleave(countries)
  expect(order.map(({ selling }) => selling !== undefined)).toEqual([...Array<boolean>(29).fill(false), true, true, true])
  expect(order.slice(29).map(({ id }) => id)).toEqual(['batur-sunrise', 'loire-on-two-wheels', 'kauai-with-children'])
})

test('what a tour of the demo sells fits together, and says its price “from” and its largest group', () => {
  const today = new Date().toISOString().slice(0, 10)
  for (const { id, selling, basePriceCents, maxPeople, facts } of tours) {
    if (!selling) continue
    expect(sellingFaults(selling), id).toEqual([])
    expect(basePriceCents, id).toBe(fromPriceCents(selling, today))
    expect(maxPeople, id).toBe(Math.max(...selling.capacityGroups.map(({ seats }) => seats)))
    const [first] = selling.options
    if (first && first.startTimes.length > 0) expect(facts.startTime, id).toBeUndefined()
  }
})
