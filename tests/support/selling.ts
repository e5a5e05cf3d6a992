import type { Selling } from '#shared/tours/offers/selling-schema.ts'

const unit = (id: string, priceCents: number, more: object = {}) => ({
  id,
  type: 'ADULT' as const,
  name: id,
  ages: null,
  people: 1,
  seats: 1,
  least: 0,
  most: null,
  accompaniedBy: [],
  priceCents,
  ...more,
})
const option = (id: string, more: object = {}): Selling['options'][number] => ({
  id,
  name: id,
  text: '',
  startTimes: [
    { time: '03:00', minutes: 300 },
    { time: '09:00', minutes: 300 },
  ],
  runs: null,
  capacityGroup: 'bus',
  leastPeople: 1,
  mostPeople: null,
  cutoff: null,
  units: [
    unit('adult', 5_000),
    unit('child', 3_000, { type: 'CHILD' }),
    unit('infant', 0, { type: 'INFANT', seats: 0, accompaniedBy: ['adult'] }),
  ],
  groupSteps: null,
  pickups: [{ id: 'ubud', place: 'Ubud market', minutesBefore: 90 }],
  ...more,
})
/** Two languages on one bus of four seats, at two times; a boat of its own; three bikes. */
export const SELLING: Selling = {
  timeZone: 'Asia/Makassar',
  capacityGroups: [
    { id: 'bus', seats: 4 },
    { id: 'boat', seats: 10 },
  ],
  options: [option('english'), option('german'), option('boat', { capacityGroup: 'boat', startTimes: [] })],
  extras: [
    {
      id: 'bike',
      name: 'Bike',
      text: '',
      pictureId: null,
      per: 'person',
      priceCents: 1_000,
      isRequired: false,
      stock: 3,
      optionIds: null,
      taxCategoryId: null,
    },
  ],
  seasons: [],
  dayPrices: [],
  earlyBooking: [],
  lastMinute: [],
  groupDiscounts: [],
}
