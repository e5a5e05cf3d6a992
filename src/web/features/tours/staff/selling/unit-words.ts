import type { SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import { inWords } from '#web/features/tours/run-rule-words.ts'
import { capitalised } from './capitalised.ts'
import type { UnitDraft } from './selling-draft.ts'

/** The types that booking systems agree on; they decide which price counts as the price "from". */
export const TYPE_CHOICES: readonly { value: SellingUnit['type']; label: string }[] = [
  { value: 'ADULT', label: 'Adult' },
  { value: 'YOUTH', label: 'Youth' },
  { value: 'CHILD', label: 'Child' },
  { value: 'INFANT', label: 'Infant' },
  { value: 'FAMILY', label: 'Family' },
  { value: 'SENIOR', label: 'Senior' },
  { value: 'STUDENT', label: 'Student' },
  { value: 'MILITARY', label: 'Military' },
  { value: 'OTHER', label: 'Other' },
]

/** What is special about a unit: "No seat · only with Adult". Empty if nothing is. */
export function unitRules({ people, seats, least, most, accompaniedBy }: UnitDraft, others: readonly UnitDraft[]): string {
  const company = others.filter(({ key }) => accompaniedBy.includes(key)).map(({ name }) => name.trim())
  const rules = [
    people !== '1' && `${people} people`,
    seats === '0' ? 'No seat' : seats !== people && `${seats} seats`,
    least !== '0' && least !== '' && `at least ${least}`,
    most !== '' && `at most ${most}`,
    company.length > 0 && `only with ${inWords(company)}`,
  ]
  return capitalised(rules.filter((rule) => rule !== false).join(' · '))
}
