/** A tenth off, for everything and everybody. */
export const CODE_TERMS = {
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
