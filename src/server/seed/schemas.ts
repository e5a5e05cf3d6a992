import { z } from 'zod'
import { ROLES } from '#shared/accounts/public.ts'
import { placeSchema } from '#shared/tours/places.ts'
import { sellingSchema } from '#shared/tours/offers/selling-schema.ts'
import { saleEndSchema } from '#shared/tours/sale-end-schema.ts'
import { tourFactsSchema } from '#shared/tours/facts.ts'

const policySchema = z.object({
  fullRefundDays: z.number(),
  partialRefundDays: z.number(),
  partialRefundPercentage: z.number(),
})
export const seedTourSchema = z.object({
  id: z.string(),
  name: z.string(),
  destination: z.string(),
  duration: z.number(),
  overview: z.string(),
  basePriceCents: z.number(),
  maxPeople: z.number(),
  tourType: z.string(),
  isActive: z.boolean().default(true),
  tags: z.array(z.string()),
  images: z.array(z.string()),
  refundPolicy: policySchema,
  termsAndConditions: z.string(),
  facts: tourFactsSchema,
  saleEnd: z.optional(saleEndSchema),
  selling: z.optional(sellingSchema),
  itinerary: z.array(
    z.object({
      dayNumber: z.number(),
      title: z.string(),
      description: z.string(),
      activities: z.array(z.string()),
      accommodation: z.string().nullable(),
      transportation: z.string().nullable(),
      breakfastIncluded: z.boolean(),
      lunchIncluded: z.boolean(),
      dinnerIncluded: z.boolean(),
      images: z.array(z.string()),
      place: z.nullable(placeSchema),
    }),
  ),
  reviews: z.array(z.object({ authorName: z.string(), rating: z.number(), text: z.string(), travelledOn: z.string() })),
})
export type SeedTour = z.infer<typeof seedTourSchema>

export const seedPictureSchema = z.object({
  name: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  color: z.string(),
  widths: z.array(z.number()),
})
export type SeedPicture = z.infer<typeof seedPictureSchema>

export const seedServiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  specialRequirements: z.string(),
  basePriceCents: z.number(),
  pricingRules: z.array(z.object({ type: z.enum(['perFloor', 'perHelper']), valueCents: z.number() })),
  refundPolicy: policySchema,
})
export type SeedService = z.infer<typeof seedServiceSchema>

export const seedCodeSchema = z.object({ text: z.string(), percent: z.number() })
export const seedReadyAnswerSchema = z.object({ name: z.string(), text: z.string() })
export const seedCoverageSchema = z.object({ areas: z.array(z.object({ code: z.string(), name: z.string() })) })
export const seedAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  password: z.string(),
  role: z.enum(ROLES),
  profileImage: z.string(),
})
