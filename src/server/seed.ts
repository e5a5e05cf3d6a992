import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { ROLES } from '#shared/accounts.ts'
import { hashPassword } from './features/accounts/passwords.ts'
import type { Database, Trx } from './lib/db.ts'
import { projectRoot } from './lib/root.ts'

const folder = path.join(projectRoot, 'seed')

const policySchema = z.object({
  fullRefundDays: z.number(),
  partialRefundDays: z.number(),
  partialRefundPercentage: z.number(),
})
const seedTourSchema = z.object({
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
    }),
  ),
  reviews: z.array(z.object({ authorName: z.string(), rating: z.number(), text: z.string(), travelledOn: z.string() })),
})
type SeedTour = z.infer<typeof seedTourSchema>

const seedPictureSchema = z.object({
  name: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  color: z.string(),
  widths: z.array(z.number()),
})
const seedServiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  specialRequirements: z.string(),
  basePriceCents: z.number(),
  pricingRules: z.array(z.object({ type: z.enum(['perFloor', 'perHelper']), valueCents: z.number() })),
  refundPolicy: policySchema,
})
const seedCoverageSchema = z.object({ areas: z.array(z.object({ code: z.string(), name: z.string() })) })
const seedAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  password: z.string(),
  role: z.enum(ROLES),
  profileImage: z.string(),
})

/**
 * Fills an empty database with the demo content of `seed/`: tours, services, coverage and the two demo accounts. A database
 * with any tour or account in it is left alone. Of two processes started at once, one seeds. Whether it did.
 */
export async function seedDemo(db: Database): Promise<boolean> {
  const content = await readContent()
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('meridian-seed'))`.execute(trx)
    const isUsed = await sql<{ used: boolean }>`select exists (select from tours) or exists (select from users) as used`.execute(trx)
    if (isUsed.rows[0]?.used) return false
    await insertPictures(trx, content.pictures)
    for (const [position, tour] of interleave(content.tours).entries()) await insertTour(trx, tour, position)
    await insertServices(trx, content.services)
    await trx.insertInto('coverage_areas').values(content.coverage.areas).execute()
    for (const { password, profileImage, ...account } of content.accounts) {
      const profile_image = `/art/${profileImage}-200.webp`
      await trx
        .insertInto('users')
        .values({ ...account, profile_image, password_hash: await hashPassword(password), email_confirmed_at: new Date() })
        .execute()
    }
    return true
  })
}

async function readContent() {
  const files = (await readdir(path.join(folder, 'tours'))).toSorted()
  return {
    pictures: z.array(seedPictureSchema).parse(await readJson('pictures.json')),
    tours: await Promise.all(files.map(async (file) => z.array(seedTourSchema).parse(await readJson(`tours/${file}`)))),
    services: z.array(seedServiceSchema).parse(await readJson('services.json')),
    coverage: seedCoverageSchema.parse(await readJson('coverage.json')),
    accounts: z.array(seedAccountSchema).parse(await readJson('accounts.json')),
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(folder, file), 'utf8'))
}

/** One tour of each country in turn, so that the first page shows all of them. */
function interleave(countries: SeedTour[][]): SeedTour[] {
  const most = Math.max(...countries.map((tours) => tours.length))
  return Array.from({ length: most }, (_, index) => countries.flatMap((tours) => tours[index] ?? [])).flat()
}

async function insertPictures(trx: Trx, pictures: z.infer<typeof seedPictureSchema>[]): Promise<void> {
  const rows = pictures.map(({ name, width, height, widths, ...rest }) => {
    const largest = Math.max(...widths)
    return {
      ...rest,
      id: name,
      name,
      file_path: `/art/${name}-${largest}.webp`,
      width: largest,
      height: Math.round((height * largest) / width),
      widths,
    }
  })
  await trx.insertInto('pictures').values(rows).execute()
}

async function insertTour(trx: Trx, tour: SeedTour, position: number): Promise<void> {
  await trx
    .insertInto('tours')
    .values({
      id: tour.id,
      name: tour.name,
      destination: tour.destination,
      duration: tour.duration,
      overview: tour.overview,
      base_price_cents: tour.basePriceCents,
      max_people: tour.maxPeople,
      tour_type: tour.tourType,
      tags: tour.tags,
      is_active: tour.isActive,
      terms_and_conditions: tour.termsAndConditions,
      full_refund_days: tour.refundPolicy.fullRefundDays,
      partial_refund_days: tour.refundPolicy.partialRefundDays,
      partial_refund_percentage: tour.refundPolicy.partialRefundPercentage,
      position,
    })
    .execute()
  await trx
    .insertInto('tour_images')
    .values(tour.images.map((picture_id, index) => ({ tour_id: tour.id, position: index, picture_id })))
    .execute()
  await trx
    .insertInto('itinerary_days')
    .values(
      tour.itinerary.map((day) => ({
        tour_id: tour.id,
        day_number: day.dayNumber,
        title: day.title,
        description: day.description,
        activities: day.activities,
        accommodation: day.accommodation,
        transportation: day.transportation,
        breakfast_included: day.breakfastIncluded,
        lunch_included: day.lunchIncluded,
        dinner_included: day.dinnerIncluded,
        picture_ids: day.images,
      })),
    )
    .execute()
  if (tour.reviews.length === 0) return
  await trx
    .insertInto('reviews')
    .values(
      tour.reviews.map((review) => ({
        id: randomUUID(),
        tour_id: tour.id,
        author_name: review.authorName,
        rating: review.rating,
        body: review.text,
        travelled_on: review.travelledOn,
        is_demo: true,
      })),
    )
    .execute()
}

async function insertServices(trx: Trx, services: z.infer<typeof seedServiceSchema>[]): Promise<void> {
  const ruleOf = (service: (typeof services)[number], type: string) =>
    service.pricingRules.find((rule) => rule.type === type)?.valueCents ?? null
  await trx
    .insertInto('service_types')
    .values(
      services.map((service, position) => ({
        id: service.id,
        name: service.name,
        description: service.description,
        special_requirements: service.specialRequirements,
        base_price_cents: service.basePriceCents,
        per_floor_cents: ruleOf(service, 'perFloor'),
        per_helper_cents: ruleOf(service, 'perHelper'),
        full_refund_days: service.refundPolicy.fullRefundDays,
        partial_refund_days: service.refundPolicy.partialRefundDays,
        partial_refund_percentage: service.refundPolicy.partialRefundPercentage,
        position,
      })),
    )
    .execute()
}
