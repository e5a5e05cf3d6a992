import type { Selectable } from 'kysely'
import type { AuditFacts } from '#shared/audit/facts.ts'
import type { CodeTerms } from '#shared/codes/staff.ts'
import type { Codes } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'

export type CodeRow = Selectable<Codes>

export function toTerms(row: CodeRow): CodeTerms {
  return {
    gives:
      row.percent !== null
        ? { kind: 'percent', percent: row.percent }
        : row.amount_cents !== null
          ? { kind: 'amount', amountCents: row.amount_cents }
          : { kind: 'extra', extraId: row.extra_id ?? '' },
    currency: row.currency as CodeTerms['currency'],
    leastSpendCents: row.least_spend_cents,
    usableFrom: row.usable_from,
    usableTo: row.usable_to,
    travelFrom: row.travel_from,
    travelTo: row.travel_to,
    tourIds: row.tour_ids,
    optionIds: row.option_ids,
    isOncePerPerson: row.is_once_per_person,
    mostUses: row.most_uses,
    isActive: row.is_active,
  }
}

export function toColumns({ gives, ...terms }: CodeTerms) {
  return {
    percent: gives.kind === 'percent' ? gives.percent : null,
    amount_cents: gives.kind === 'amount' ? gives.amountCents : null,
    extra_id: gives.kind === 'extra' ? gives.extraId : null,
    currency: terms.currency,
    least_spend_cents: terms.leastSpendCents,
    usable_from: terms.usableFrom,
    usable_to: terms.usableTo,
    travel_from: terms.travelFrom,
    travel_to: terms.travelTo,
    tour_ids: terms.tourIds,
    option_ids: terms.optionIds,
    is_once_per_person: terms.isOncePerPerson,
    most_uses: terms.mostUses,
    is_active: terms.isActive,
  }
}

export function factsOf({ gives, currency, mostUses, isActive }: CodeTerms): AuditFacts {
  return {
    ...(gives.kind === 'percent' && { percent: gives.percent }),
    ...(gives.kind === 'amount' && { amountCents: gives.amountCents }),
    ...(currency !== null && { currency }),
    mostUses,
    isActive,
  }
}

/** 400 at a field of the body. */
export function wrong(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}
