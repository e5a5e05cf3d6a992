import type { CodeTerms } from '../../src/shared/codes/staff.ts'

/** 10% off, without limits. */
export const CODE_TERMS: CodeTerms = {
  gives: { kind: 'percent', percent: 10 },
  currency: null,
  leastSpendCents: 0,
  usableFrom: null,
  usableTo: null,
  travelFrom: null,
  travelTo: null,
  tourIds: null,
  optionIds: null,
  isOncePerPerson: false,
  mostUses: null,
  isActive: true,
}
