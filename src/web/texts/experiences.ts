import { CONTENT_ART, type PagePicture } from '#web/lib/content-art.ts'

type Experience = {
  activity: string
  title: string
  text: string
  /** What to expect, in a few words each. */
  notes: readonly string[]
  picture: PagePicture & { alt: string }
}

/** One per activity that tours can be searched by. */
export const EXPERIENCES = [
  {
    activity: 'hiking',
    title: 'Hiking',
    text: 'Old post roads, balcony paths above glaciers, a volcano before sunrise. You carry a day pack; the rest is sent on ahead or waits for you in the valley.',
    notes: [
      'Walking days of three to six hours; each tour page lists them day by day',
      'A guide who turns round when the weather says so',
      'Good shoes you’ve already worn in',
    ],
    picture: {
      record: CONTENT_ART.chamonix,
      focus: 'object-[50%_30%]',
      alt: 'Alpenglow on snowy peaks above wooden chalets in the Chamonix valley.',
    },
  },
  {
    activity: 'beach',
    title: 'Beach',
    text: 'Warm shallows, reefs a few strokes out, and evenings that end with sand on the floor. Some of these tours never leave the sea; others come down to it after the hills.',
    notes: ['Masks and fins where there is a reef to see', 'Mornings on the water, afternoons in the shade', 'Reef-safe sun cream'],
    picture: {
      record: CONTENT_ART.okinawa,
      focus: 'object-[60%_55%]',
      alt: 'Clear turquoise shallows, a limestone arch and a coral parasol on an Okinawa beach.',
    },
  },
  {
    activity: 'city-tour',
    title: 'City Tour',
    text: 'Markets before the crowds, one museum instead of five, and a guide who lives around the corner. Cities are best on foot, by tram, and hungry.',
    notes: [
      'Half days with a guide, half days to yourself',
      'Timed tickets to skip the queue where we can',
      'A list of our own favourite places to eat',
    ],
    picture: {
      record: CONTENT_ART.newYork,
      focus: 'object-[35%_40%]',
      alt: 'The Manhattan skyline and Brooklyn Bridge reflected in the East River at dusk.',
    },
  },
] as const satisfies readonly Experience[]

/** Further words that the tour search understands, besides the three activities. */
export const OTHER_SEARCHES = ['Rail', 'Food', 'Wildlife', 'Photography', 'Culture', 'Family', 'Winter'] as const
