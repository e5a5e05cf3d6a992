import { z } from 'zod/mini'
import { storable, typed } from '#shared/fields.ts'

export const DIFFICULTIES = ['easy', 'moderate', 'demanding'] as const
export const DIFFICULTY_NAMES = { easy: 'Easy', moderate: 'Moderate', demanding: 'Challenging' } as const

const line = (most: number) =>
  z
    .string()
    .check(
      typed,
      z.minLength(1, 'Please fill this in or remove it'),
      z.maxLength(most, `This must be at most ${most} characters`),
      storable,
    )

/**
 * Practical facts beyond specification §3. All are optional, and missing ones are not shown. An age is advice and never a reason to refuse
 * anyone.
 */
export const tourFactsSchema = z.object({
  included: z.optional(z.array(line(200)).check(z.maxLength(30, 'Use up to 30 lines'))),
  notIncluded: z.optional(z.array(line(200)).check(z.maxLength(30, 'Use up to 30 lines'))),
  meetingPoint: z.optional(line(300)),
  /** Local time at the destination, `HH:MM`. */
  startTime: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:30'))),
  difficulty: z.optional(z.enum(DIFFICULTIES, 'Please choose a difficulty')),
  /** Years. */
  leastAge: z.optional(
    z.number('Age must be a whole number').check(z.int('Age must be a whole number'), z.gte(0), z.lte(99, 'Age must be at most 99')),
  ),
  /** In English, such as "French". */
  guideLanguages: z.optional(z.array(line(40)).check(z.maxLength(12, 'Enter up to 12 languages'))),
})
export type TourFacts = z.infer<typeof tourFactsSchema>
