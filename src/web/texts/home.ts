import { DEFAULT_CURRENCY, toMoney } from '#shared/money.ts'
import { pages } from '#shared/pages.ts'
import { ART } from '#web/lib/art.ts'

/** Crops for phones, made from the wide picture. */
const phoneCuts = (name: string) => ({
  portrait: { filePath: `/art/${name}-portrait-704.webp`, widths: [480, 704] },
  landscape: { filePath: `/art/${name}-phone-960.webp`, widths: [640, 960] },
})

/** The home page is hard-coded and makes no calls (specification §1, §2, §3). */
export const HERO_SLIDES = [
  {
    title: 'Tour & Travel Agency',
    lead: 'Exploring the global worlds',
    text: 'Breathtaking destinations, tailored to you.',
    image: ART['hero-travel'],
    phoneImages: phoneCuts('hero-travel'),
    focus: 'sm:object-[78%_50%]',
    action: { title: 'Find a tour', path: pages.destinations },
  },
  {
    title: 'Vehicle Rental Service',
    lead: 'Rent your perfect ride',
    text: 'Affordable, reliable vehicles for every move and every mile.',
    image: ART['hero-vehicles'],
    phoneImages: phoneCuts('hero-vehicles'),
    focus: 'sm:object-[72%_60%]',
    action: { title: 'See vehicles', path: pages.vehiclePrice },
  },
  {
    title: 'Tools & Equipment Rental',
    lead: 'Rent the right tools',
    text: 'Power tools, hand tools and equipment for home and professional projects.',
    image: ART['hero-tools'],
    phoneImages: phoneCuts('hero-tools'),
    focus: 'sm:object-[70%_60%]',
    action: { title: 'See tools', path: pages.tools },
  },
] as const

export const DESTINATIONS = [
  { id: 1, image: ART.istanbul, location: 'Istanbul, Turkey', destination: pages.destinations, delay: 0 },
  { id: 2, image: ART.kyoto, location: 'Kyoto, Japan', destination: pages.destinations, delay: 100 },
  { id: 3, image: ART.cusco, location: 'Cusco, Peru', destination: pages.destinations, delay: 200 },
  { id: 4, image: ART.vienna, location: 'Vienna, Austria', destination: pages.destinations, delay: 0 },
  { id: 5, image: ART.lisbon, location: 'Lisbon, Portugal', destination: pages.destinations, delay: 100 },
  { id: 6, image: ART.zagreb, location: 'Zagreb, Croatia', destination: pages.destinations, delay: 200 },
] as const

const delivery = {
  spot: 'Single Item Transport',
  destination: pages.vehiclePrice,
  price: toMoney(60, DEFAULT_CURRENCY.vehicle),
  discount: toMoney(75, DEFAULT_CURRENCY.vehicle),
  from: 'New York, NY',
  to: 'Philadelphia',
  vehicleType: 'Cargo Van',
  capacity: 'Up to 500 lbs',
} as const

export const VEHICLE_OPTIONS = [
  { ...delivery, id: 1, image: ART.van1, delay: 0 },
  { ...delivery, id: 2, image: ART.van2, delay: 100 },
  { ...delivery, id: 3, image: ART.van3, delay: 200 },
  { ...delivery, id: 4, image: ART.van4, delay: 300 },
] as const

const drill = {
  name: 'Cordless Drill',
  category: 'Power Tool',
  price: toMoney(25, DEFAULT_CURRENCY.tool),
  available: true,
  destination: pages.home,
} as const

export const TOOLS = [
  { ...drill, id: 1, image: ART.drill1, delay: 0 },
  { ...drill, id: 2, image: ART.drill2, delay: 100 },
  { ...drill, id: 3, image: ART.drill3, delay: 200 },
  { ...drill, id: 4, image: ART.drill4, delay: 300 },
] as const

export const YEARS_OF_EXPERIENCE = 29
export const COUNTER_DELAY_MS = 1000
export const HERO_DELAY_MS = 1000
export const HERO_SPEED_MS = 300
/** Specification §9. */
export const MAX_DESTINATIONS = 6
