import type { StaffPicture } from '../../src/shared/tours/staff-pictures.ts'
import type { TourFields } from '../../src/shared/tours/staff.ts'

/** A tour with every staff-editable field filled in. */
export const FIELDS: TourFields = {
  name: 'Tokyo and Mount Fuji',
  destination: 'Tokyo, Japan',
  duration: 2,
  overview: 'A week.\nOr two.',
  tourType: 'Small group',
  tags: ['Mountains', 'Food'],
  termsAndConditions: 'Be on time.',
  basePrice: 1090.5,
  currency: 'usd',
  taxCategoryId: null,
  maxPeople: 12,
  leastGroup: null,
  refundPolicy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
  runs: { kind: 'weekdays', weekdays: [1, 5] },
  facts: { included: ['Breakfast', 'A guide'], leastAge: 12 },
  saleEnd: { time: '10:00', daysBefore: 0, timeZone: 'Asia/Tokyo' },
  images: ['tokyo-1'],
  itinerary: [
    {
      title: 'Arrival',
      description: '',
      activities: ['Walk', 'Dinner'],
      accommodation: null,
      transportation: 'Train',
      breakfastIncluded: false,
      lunchIncluded: false,
      dinnerIncluded: true,
      images: [],
      place: { name: 'Tokyo', latitude: 35.6812, longitude: 139.7671 },
    },
  ],
}

export const PICTURES: StaffPicture[] = [
  { id: 'tokyo-1', name: 'tokyo-1', filePath: '/art/tokyo-1-1600.webp', alt: 'Mount Fuji at dawn', original: null, crop: null },
]
