import type { Issue } from '#shared/errors.ts'
import { sellingFaults } from '#shared/tours/offers/selling-faults.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { sellingSchema, type Selling } from '#shared/tours/offers/selling-schema.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { ownerOf } from './seats.ts'
import type { SellingDraft } from './selling-draft.ts'
import { sellingOf } from './selling-of.ts'
import { withIds } from './with-ids.ts'

/** Returns what to send, or the errors by the draft's own paths. */
export function checkSelling(draft: SellingDraft): Checked<Selling> {
  const checked = sellingSchema.safeParse(withIds(sellingOf(draft)))
  const issues = checked.success
    ? [...sellingFaults(checked.data), ...lostExtras(checked.data)]
    : checked.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
  if (checked.success && issues.length === 0) return checked
  return withReadings({ success: false, error: { issues: issues.map((issue) => toDraftIssue(draft, issue)) } }, draft, /\.priceCents$/)
}

/** An extra that goes with no option would never be sold. */
function lostExtras({ extras }: Selling): Issue[] {
  return extras.flatMap(({ optionIds }, at) =>
    optionIds?.length === 0 ? [{ path: `extras.${at}.optionIds`, message: 'Please choose an option' }] : [],
  )
}

/** The issue at the field that is typed into: seats belong to an option, and a price to the change by which it is given. */
export function toDraftIssue(draft: SellingDraft, { path, message }: Issue): Issue {
  const [list = '', at = '', part = '', ...rest] = path.split('.')
  if (list === 'capacityGroups') {
    const owners = draft.options.flatMap((option, index) => (ownerOf(draft.options, option) === option ? [index] : []))
    return { path: `options.${owners[Number(at)] ?? 0}.seats`, message: part === 'seats' ? 'Please enter the number of seats' : message }
  }
  if (list !== 'options') return { path, message }
  const option = draft.options[Number(at)]
  const place = `options.${at}`
  if (part === 'capacityGroup') return { path: `${place}.seats`, message }
  if (part === 'cutoff') return cutoffIssue(place, option?.cutoff)
  if (part === 'startTimes' && rest[1] === 'minutes') return { path, message: 'Please enter a duration such as 2:30' }
  if (part === 'startTimes' && rest.length === 0) return { path: `${place}.startTimes.0.time`, message }
  if (part === 'groupSteps' && rest[1] === 'from') return { path: [place, part, rest[0], 'to'].join('.'), message }
  if (part === 'units' && rest[1] === 'accompaniedBy') return { path: [place, part, rest[0], 'accompaniedBy'].join('.'), message }
  if (part === 'units' && rest[1] === 'id') return { path: [place, part, rest[0], 'name'].join('.'), message }
  return { path, message }
}

function cutoffIssue(place: string, cutoff: SellingDraft['options'][number]['cutoff'] | undefined): Issue {
  if (cutoff?.kind !== 'day') return { path: `${place}.cutoff.hoursBefore`, message: 'Please enter a whole number of hours from 0 to 720' }
  const days = typedWhole(cutoff.daysBefore)
  const hasDays = days >= 0 && days <= 30
  return hasDays
    ? { path: `${place}.cutoff.time`, message: 'Please enter a time' }
    : { path: `${place}.cutoff.daysBefore`, message: 'Please enter a whole number of days from 0 to 30' }
}
