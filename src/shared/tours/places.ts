import { z } from 'zod/mini'
import { plainName, required, storable, typed } from '#shared/fields.ts'
import { needing } from '#shared/lenient.ts'

const degrees = (most: number, message: string) => z.number(message).check(z.gte(-most, message), z.lte(most, message))

export const placeSchema = needing(
  z.object({
    name: z
      .string('Please name the place')
      .check(typed, required('Please name the place'), z.maxLength(60, 'This must be at most 60 characters'), storable, plainName),
    latitude: degrees(90, 'Latitude must be a number from -90 (south) to 90 (north)'),
    longitude: degrees(180, 'Longitude must be a number from -180 (west) to 180 (east)'),
  }),
  'name',
  'latitude',
  'longitude',
)
export type Place = z.infer<typeof placeSchema>
