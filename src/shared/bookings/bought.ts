import { z } from 'zod/mini'
import { offerLineSchema } from '#shared/tours/offers/offer-schema.ts'

const boughtOptionSchema = z.object({
  name: z.string(),
  /** Local, `HH:MM`; null where the day counts as a whole. */
  startTime: z.nullable(z.string()),
  /** How long it takes. */
  minutes: z.nullable(z.number()),
  /** Where its people are picked up, and how long before the start; null if there is no pickup. */
  pickup: z.nullable(z.object({ place: z.string(), minutesBefore: z.number() })),
})
export type BoughtOption = z.infer<typeof boughtOptionSchema>

/** The purchase of a tour with options; absent for a tour with one price, where the guests and the total say it all. */
export const boughtFields = { option: z.optional(boughtOptionSchema), lines: z.optional(z.array(offerLineSchema)) }

export interface Bought {
  option: BoughtOption
  lines: z.infer<typeof offerLineSchema>[]
}

const DAY_MINUTES = 1440

/** "Ubud market, at 01:30": where a party is picked up and when, which may be on the day before. */
export function pickupText({ pickup, startTime }: Pick<BoughtOption, 'pickup' | 'startTime'>): string | undefined {
  if (!pickup) return undefined
  const { place, minutesBefore } = pickup
  if (startTime === null) return minutesBefore === 0 ? place : `${place}, ${minutesBefore} minutes before the start`
  const [hours = 0, minutes = 0] = startTime.split(':').map(Number)
  const at = hours * 60 + minutes - minutesBefore
  const inDay = (at + DAY_MINUTES) % DAY_MINUTES
  const time = `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
  return `${place}, at ${time}${at < 0 ? ' on the day before' : ''}`
}

/** "2 h 30 min". */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** "2 × Adult, 1 × Child": who and what, without prices. */
export function partyText(lines: readonly Pick<Bought['lines'][number], 'kind' | 'name' | 'quantity'>[]): string {
  return lines
    .filter(({ kind }) => kind === 'unit' || kind === 'group' || kind === 'extra')
    .map(({ name, quantity }) => `${quantity} × ${name}`)
    .join(', ')
}
