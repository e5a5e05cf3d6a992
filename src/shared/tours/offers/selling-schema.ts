import { z } from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { required, storable, typed } from '#shared/fields.ts'
import { runRuleSchema } from '#shared/run-days.ts'
import { MAX_SEATS } from '#shared/tours/departures.ts'
import { tourRunsSchema } from '#shared/tours/runs.ts'
import { isTimeZone } from '#shared/time-zones.ts'
import { timeSchema } from './time-schema.ts'

/** The types of units of the OCTO standard. */
const UNIT_TYPES = ['ADULT', 'YOUTH', 'CHILD', 'INFANT', 'FAMILY', 'SENIOR', 'STUDENT', 'MILITARY', 'OTHER'] as const

const MAX_OPTIONS = 12
const MAX_UNITS = 12
const MAX_EXTRAS = 20
const MAX_START_TIMES = 24
const MAX_PICKUPS = 40
const MAX_SEASONS = 40
const MAX_DAYS_WITH_PRICES = 400
const MAX_PRICE_CENTS = 100_000_000

const whole = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message))
const line = (most: number, message: string) =>
  z.string(message).check(typed, required(message), z.maxLength(most, `This must be at most ${most} characters`), storable)
const text = (most: number) => z.string().check(typed, z.maxLength(most, `This must be at most ${most} characters`), storable)

/** Kept when a name changes, since bookings, slots and codes refer to it. */
const idSchema = z
  .string('An id is missing')
  .check(z.regex(/^[\da-z-]{1,40}$/, 'IDs can be up to 40 lower-case letters, digits and hyphens'))
const centsSchema = whole(0, MAX_PRICE_CENTS, 'Please enter a price')
const percentSchema = whole(1, 100, 'Percentage must be a whole number from 1 to 100')
const peopleSchema = whole(1, MAX_SEATS, `The number of people must be a whole number from 1 to ${MAX_SEATS}`)

const agesSchema = z
  .object({ from: whole(0, 120, 'Age must be a whole number'), to: z.nullable(whole(0, 120, 'Age must be a whole number')) })
  .check(z.refine(({ from, to }) => to === null || from <= to, { error: 'The upper age is below the lower age', path: ['to'] }))

const unitSchema = z.object({
  id: idSchema,
  type: z.enum(UNIT_TYPES, 'Unknown type'),
  name: line(60, 'Please name the traveller type'),
  /** In years, both inclusive; `to` is null for everyone older. */
  ages: z.nullable(agesSchema),
  /** How many people it stands for: 4 for a family of four. */
  people: whole(1, 20, 'A traveller type can stand for 1 to 20 people'),
  /** 0 for an infant on a lap. */
  seats: whole(0, 20, 'A traveller type can use 0 to 20 seats'),
  least: whole(0, MAX_SEATS, 'Please enter a whole number'),
  most: z.nullable(whole(1, MAX_SEATS, 'Please enter a whole number')),
  /** The units of which at least one has to come along; empty if it may travel alone. */
  accompaniedBy: z.array(idSchema).check(z.maxLength(MAX_UNITS)),
  priceCents: centsSchema,
})

const stepSchema = z.object({ from: peopleSchema, to: peopleSchema, priceCents: centsSchema })

/** When an option's departures stop being sold, in local time at the place. */
const cutoffSchema = z.union([
  z.object({ hoursBefore: whole(0, 720, 'Please enter a number of hours from 0 to 720') }),
  z.object({ daysBefore: whole(0, 30, 'Please enter a number of days from 0 to 30'), time: timeSchema }),
])

const optionSchema = z.object({
  id: idSchema,
  name: line(80, 'Please name the option'),
  text: text(600),
  /** Empty: the day as a whole. `minutes` is how long it takes. */
  startTimes: z
    .array(z.object({ time: timeSchema, minutes: z.nullable(whole(5, 20_160, 'Please enter a duration in minutes')) }))
    .check(z.maxLength(MAX_START_TIMES, `You can add up to ${MAX_START_TIMES} start times`)),
  /** Null: on the days of the tour. */
  runs: z.nullable(tourRunsSchema),
  /** Options with the same group share their seats at the same start time. */
  capacityGroup: idSchema,
  leastPeople: peopleSchema,
  mostPeople: z.nullable(peopleSchema),
  /** Null: as the tour says. */
  cutoff: z.nullable(cutoffSchema),
  units: z
    .array(unitSchema)
    .check(z.minLength(1, 'Please add a traveller type'), z.maxLength(MAX_UNITS, `You can add up to ${MAX_UNITS} traveller types`)),
  /** Prices for the group as a whole, by the number of people; null if each traveller has a price. */
  groupSteps: z.nullable(z.array(stepSchema).check(z.minLength(1, 'Please enter a price'), z.maxLength(40, 'You can add up to 40 ranges'))),
  /** Where people can be fetched; empty if no one is. */
  pickups: z
    .array(
      z.object({
        id: idSchema,
        place: line(120, 'Please name the place'),
        minutesBefore: whole(0, 600, 'Please enter 0 to 600 minutes'),
      }),
    )
    .check(z.maxLength(MAX_PICKUPS, `You can add up to ${MAX_PICKUPS} places`)),
})

const capacityGroupSchema = z.object({ id: idSchema, seats: peopleSchema })

const extraSchema = z.object({
  id: idSchema,
  name: line(80, 'Please name the extra'),
  text: text(300),
  pictureId: z.nullable(z.string().check(z.maxLength(100))),
  per: z.enum(['person', 'booking'], 'Choose per person or per booking'),
  priceCents: centsSchema,
  isRequired: z.boolean(),
  /** How many there are per departure; null if that is not limited. */
  stock: z.nullable(whole(0, 100_000, 'Please enter a whole number')),
  /** Null: with every option. */
  optionIds: z.nullable(z.array(idSchema).check(z.maxLength(MAX_OPTIONS))),
  taxCategoryId: z.nullable(z.string().check(z.maxLength(100))),
})

/** Other prices on some days: the listed one where there is one, else the change by a percentage. */
const priceChangeFields = {
  /** -20 is a fifth less. */
  percent: z.nullable(whole(-100, 500, 'Percentage must be a whole number from -100 to 500')),
  /** Of single units; the prices of groups change by the percentage alone. */
  prices: z.array(z.object({ optionId: idSchema, unitId: idSchema, priceCents: centsSchema })).check(z.maxLength(MAX_OPTIONS * MAX_UNITS)),
}

const seasonSchema = z.object({ id: idSchema, name: line(60, 'Please name the season'), when: runRuleSchema, ...priceChangeFields })

const dayPriceSchema = z.object({ day: daySchema, ...priceChangeFields })

/** What a tour with options sells, in whole cents of the tour's currency. */
export const sellingSchema = z.object({
  /** Of the place: for start times and the end of sale. */
  timeZone: z.string('Please choose a time zone').check(z.refine(isTimeZone, 'Please choose a time zone from the list')),
  capacityGroups: z.array(capacityGroupSchema).check(z.minLength(1), z.maxLength(MAX_OPTIONS)),
  options: z
    .array(optionSchema)
    .check(z.minLength(1, 'Please add an option'), z.maxLength(MAX_OPTIONS, `You can add up to ${MAX_OPTIONS} options`)),
  extras: z.array(extraSchema).check(z.maxLength(MAX_EXTRAS, `You can add up to ${MAX_EXTRAS} extras`)),
  seasons: z.array(seasonSchema).check(z.maxLength(MAX_SEASONS, `You can add up to ${MAX_SEASONS} seasons`)),
  /** Prices of single days, which go before those of a season. */
  dayPrices: z.array(dayPriceSchema).check(z.maxLength(MAX_DAYS_WITH_PRICES, `You can add up to ${MAX_DAYS_WITH_PRICES} dates`)),
  /** Less for those who book at least so many days before. */
  earlyBooking: z
    .array(z.object({ daysBefore: whole(1, 730, 'Please enter a number of days'), percent: percentSchema }))
    .check(z.maxLength(10)),
  /** Less for those who book at most so many days before. */
  lastMinute: z
    .array(z.object({ daysBefore: whole(0, 60, 'Please enter a number of days'), percent: percentSchema }))
    .check(z.maxLength(10)),
  groupDiscounts: z.array(z.object({ fromPeople: peopleSchema, percent: percentSchema })).check(z.maxLength(10)),
})
export type Selling = z.infer<typeof sellingSchema>
export type SellingOption = Selling['options'][number]
export type SellingUnit = SellingOption['units'][number]
export type SellingExtra = Selling['extras'][number]
export type Season = Selling['seasons'][number]
export type PriceChange = Pick<Season, 'percent' | 'prices'>
