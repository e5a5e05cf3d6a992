import { expect, test } from 'vitest'
import { ART } from '#web/lib/art.ts'
import { servicePicture } from './service-step.tsx'

test.each([
  ['People carrier with driver', 'Seven passenger seats, a roof box and a driver.', ART.van4],
  ['Family home move', 'A box truck for up to 35 cubic metres.', ART.van2],
  ['Single item delivery', 'One sofa, one wardrobe, one bicycle.', ART.van3],
  ['Self-drive cargo van', 'A panel van for the day.', ART.van1],
  ['Express', undefined, ART.van1],
])('shows %s by its vehicle', (name, description, picture) => {
  expect(servicePicture({ name, description })).toBe(picture)
})
