import { pages } from '#shared/pages.ts'
import { ART } from '#web/lib/art.ts'

/** The three selling points of specification §1, slightly longer than on the home page. */
export const ABOUT_POINTS = [
  {
    title: 'Trusted local travel experts',
    text: 'Tours are planned with people who live there: they know which path is muddy in June and which kitchen is worth the walk.',
  },
  {
    title: 'Flexible hassle-free bookings',
    text: 'Book in five minutes, cancel from your sofa, and see your refund before you decide. No forms, no phone queues.',
  },
  {
    title: 'Real-time itinerary updates',
    text: 'A ferry that isn’t sailing, a trail that’s closed: when plans change, you’ll know straight away, and you’ll know what we’re doing about it.',
  },
] as const

export const TRADES = [
  {
    title: 'Tours',
    text: 'Small groups, family weeks and journeys on your own, in the United States, France, Japan and Bali, and in cities such as Istanbul, Lisbon and Cusco.',
    picture: ART.kyoto,
    link: { title: 'See the destinations', path: pages.destinations },
  },
  {
    title: 'Vehicles and moving',
    text: 'A van with or without a driver, a single sofa, a whole home. Get a quote, and pay only if you’re happy with it.',
    picture: ART.van1,
    link: { title: 'See the services', path: pages.rentalServices },
  },
  {
    title: 'Tool hire',
    text: 'Checked, charged and ready to work, by the hour, the day or the week.',
    picture: ART.drill4,
    link: { title: 'See the tools', path: pages.tools },
  },
] as const

export const PROMISES = [
  'The price you see is the price you pay. Anything extra is listed separately.',
  'Refund rules are on the page before you pay, in days and per cent, not in small print.',
  'We never see your card number. You type it on the card provider’s page.',
  'Reviews are by people who travelled with us, and we do not pick the nice ones.',
  'If we make a mistake, we say so and put it right.',
  'Your data is yours: download a copy or delete it without asking us.',
] as const
