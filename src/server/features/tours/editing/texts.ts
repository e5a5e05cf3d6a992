import type { TourFields } from '#shared/staff-tours.ts'

/** Returns every text that staff write of a tour, by its name in the audit: one for each day, and lists a line for each entry. */
export function textsOf({ name, destination, overview, tourType, termsAndConditions, tags, facts, itinerary }: TourFields) {
  const days = itinerary.map(({ title, description, activities, accommodation, transportation }, index) => [
    `day_${index + 1}`,
    linesOf([title, description, ...activities, accommodation, transportation]),
  ])
  return {
    name,
    destination,
    overview,
    tourType,
    termsAndConditions,
    tags: linesOf(tags),
    included: linesOf(facts.included ?? []),
    notIncluded: linesOf(facts.notIncluded ?? []),
    meetingPoint: facts.meetingPoint ?? '',
    ...(Object.fromEntries(days) as Record<string, string>),
  }
}

function linesOf(texts: readonly (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n')
}
