import { randomOf, type Random } from '#server/seed/random.ts'
import { KIND, type Run } from './run.ts'

const DAY_MS = 24 * 60 * 60_000
/** In days; repeats make short tours more frequent. */
const DURATIONS = [1, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7, 7, 7, 8, 9, 10, 12, 14]
const GROUPS = [4, 6, 8, 8, 10, 10, 12, 12, 12, 14, 16, 20]

export function tourOf(run: Run, n: number) {
  const random = randomOf(run.seed, KIND.tour, n)
  const { words } = run
  const place = random.pick(words.places)
  const theme = random.pick(words.themes)
  const duration = random.pick(DURATIONS)
  const name = [`${place.name}: ${random.pick(theme.titles)}`, random.pick(words.qualifiers)].filter(Boolean).join(' ')
  const [fullRefundDays, partialRefundDays, partialRefundPercentage] = random.pick(words.policies)
  return {
    id: `${slug(name)}-g${run.id}-${n}`,
    name,
    place,
    theme,
    duration,
    // $60 to $450 a day, in whole dollars ending in 5 or 9.
    priceCents: (random.int(6, 45) * duration * 10 + random.pick([5, 9, 15, 19])) * 100,
    maxPeople: random.pick(GROUPS),
    policy: { fullRefundDays, partialRefundDays, partialRefundPercentage },
  }
}

export type GeneratedTour = ReturnType<typeof tourOf>

export function tourRows(run: Run, n: number) {
  const tour = tourOf(run, n)
  const { words } = run
  const random = randomOf(run.seed, KIND.tour, n, 1)
  const pictures = words.countryPictures[tour.place.country] ?? tour.theme.pictures
  const createdAt = new Date(run.now.getTime() - random.int(400, 900) * DAY_MS)
  return {
    tour: {
      id: tour.id,
      name: tour.name,
      destination: `${tour.place.name}, ${tour.place.country}`,
      duration: tour.duration,
      overview: overviewOf(tour, random),
      base_price_cents: tour.priceCents,
      max_people: tour.maxPeople,
      tour_type: random.pick(words.tourTypes),
      tags: tour.theme.tags,
      terms_and_conditions: random.pick(words.terms),
      full_refund_days: tour.policy.fullRefundDays,
      partial_refund_days: tour.policy.partialRefundDays,
      partial_refund_percentage: tour.policy.partialRefundPercentage,
      position: run.lastPosition + 1 + n,
      created_at: createdAt,
      updated_at: createdAt,
      published_at: createdAt,
      is_generated: true,
    },
    images: shuffled(pictures, random)
      .slice(0, 3)
      .map((picture_id, position) => ({ tour_id: tour.id, position, picture_id })),
    days: Array.from({ length: tour.duration }, (_, index) => dayRow(run, tour, index + 1, random)),
  }
}

function overviewOf({ place, theme, duration }: GeneratedTour, random: Random): string {
  const days = duration === 1 ? 'One day' : `${duration} days`
  return `${days} in and around ${place.name}. ${random.pick(theme.overviews)}`
}

function dayRow({ words }: Run, tour: GeneratedTour, day: number, random: Random) {
  const isFirst = day === 1
  const isLast = day === tour.duration
  const { title, description, activities } = planOf(isFirst, isLast)
  const here = (text: string) => text.replaceAll('{place}', tour.place.name)
  return {
    tour_id: tour.id,
    day_number: day,
    title: here(title),
    description: here(description),
    activities,
    accommodation: isLast ? null : random.pick(words.accommodations),
    transportation: random.pick(words.transportations),
    breakfast_included: !isFirst,
    lunch_included: random.chance(0.4),
    dinner_included: !isLast && random.chance(0.6),
  }

  function planOf(first: boolean, last: boolean) {
    if (tour.duration > 2 && first) return words.arrival
    return tour.duration > 1 && last ? words.departure : random.pick(tour.theme.days)
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((each) => ({ each, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each)
}

function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 70)
}
