import { isDay, longDay } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'
import { runRuleSchema } from '#shared/run-days.ts'
import type { SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { inWords, ruleInWords } from '#web/features/tours/departure-days.ts'
import { toRule } from '../editor/runs-draft.ts'
import type { ChangeDraft, DayPriceDraft, ExtraDraft, OptionDraft, SeasonDraft, UnitDraft } from './selling-draft.ts'

/** "Adult $45, Child $30 · 09:00, 14:00". */
export function optionSummary({ units, pricedBy, groupSteps, startTimes }: OptionDraft, currency: Currency): string {
  const prices =
    pricedBy === 'group'
      ? groupSteps.map(({ to, priceCents }) => `up to ${to || '…'} people ${priceText(priceCents, currency)}`)
      : units.map(({ name, priceCents }) => `${name.trim() || 'Unnamed'} ${priceText(priceCents, currency)}`)
  const times = startTimes.map(({ time }) => time).filter((time) => time !== '')
  return [capitalised(shortened(prices)) || 'No traveller types yet', times.join(', ')].filter((part) => part !== '').join(' · ')
}

function shortened(texts: readonly string[]): string {
  return texts.length > 4 ? `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more` : texts.join(', ')
}

function priceText(typed: string, currency: Currency): string {
  const cents = typedCents(typed, currency)
  return Number.isNaN(cents) ? '…' : formatMoney({ cents, currency }, 'if any')
}

/** "As the tour · no one is fetched". */
export function detailsSummary({ runsAs, cutoff, pickups, leastPeople, mostPeople }: OptionDraft): string {
  const size = [leastPeople.trim() !== '1' && `from ${leastPeople} people`, mostPeople.trim() !== '' && `at most ${mostPeople} people`]
  const parts = [
    runsAs === 'own' && 'its own schedule',
    ...size,
    cutoff.kind === 'hours' && `bookable until ${cutoff.hoursBefore || '…'} hours before`,
    cutoff.kind === 'day' && `bookable until ${cutoff.time || '…'}, ${cutoff.daysBefore || '…'} days before`,
    pickups.length > 0 && `${pickups.length} pickup ${pickups.length === 1 ? 'place' : 'places'}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'same as the tour' : parts.join(' · ')
}

/** "Every day from 1 June to 31 August · 20% more". */
export function seasonSummary({ when, ...change }: SeasonDraft, options: readonly OptionDraft[], currency: Currency): string {
  const rule = runRuleSchema.safeParse(toRule(when)).data
  const words = rule ? ruleInWords(rule) : 'When?'
  return `${capitalised(words)} · ${changeInWords(change, options, currency)}`
}

export function dayTitle({ day }: DayPriceDraft): string {
  return isDay(day) ? longDay(day) : 'A day'
}

/** "20% less", or "Adult $54, others 20% less". */
export function changeInWords(
  { changes, direction, percent, prices }: ChangeDraft,
  options: readonly OptionDraft[],
  currency: Currency,
): string {
  const share = percent.trim() === '' ? '' : `${percent}% ${direction}`
  if (changes === 'percent') return share || 'no change yet'
  const given = shortened(
    prices.flatMap(({ optionId, unitId, priceCents }) => {
      const unit = options.find(({ key }) => key === optionId)?.units.find(({ key }) => key === unitId)
      return unit ? [`${unit.name.trim() || 'Unnamed'} ${priceText(priceCents, currency)}`] : []
    }),
  )
  if (given === '') return share || 'no change yet'
  return share === '' ? given : `${given}, others ${share}`
}

/** "$5 per person · required". */
export function extraSummary({ priceCents, per, isRequired, stock }: ExtraDraft, currency: Currency): string {
  const parts = [
    `${priceText(priceCents, currency)} per ${per}`,
    isRequired && 'always included',
    stock.trim() !== '' && `${stock} per departure`,
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

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

/** The text with a capital first. */
function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
