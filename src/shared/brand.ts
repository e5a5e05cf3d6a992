/** The networks for which public/art/social.svg has an icon. */
type SocialName = 'Instagram' | 'Facebook' | 'YouTube' | 'X' | 'LinkedIn' | 'TikTok'

/** Colours as `#rrggbb`; lighter and darker shades are mixed from them (brand-theme.ts). */
export interface BrandColours {
  /** Text, dark sections, the footer; then secondary text (≥ 4.5:1 on sand and white). */
  ink: string
  inkSoft: string
  /** The page, and the cards on it. */
  sand: string
  paper: string
  /** The accent: large shapes; then buttons and links (white text on it ≥ 4.5:1). */
  coral: string
  coralDeep: string
  /** Success and confirmed states. */
  sea: string
  /** Ratings and highlights; then amber text (≥ 4.5:1 on sand and white). */
  sun: string
  sunDeep: string
  danger: string
}

interface BrandRecord {
  name: string
  tagline: string
  /** For search engines and link previews. */
  description: string
  /** The sentence under the name in the footer. */
  promise: string
  email: string
  /** In readable form; the number to dial is derived from it (`phoneHref`). */
  phone: string
  address: string
  /** In readable form, in weekday order. */
  openingHours: readonly { days: string; hours: string }[]
  social: readonly { name: SocialName; href: string }[]
  colours: BrandColours
  pictures: { logo: string; logoOnInk: string; icon: string; preview: string }
}

export type Brand = BrandRecord & { phoneHref: string }

/** The company that runs this site. Another agency puts its own record here. */
export const brand: Brand = completeBrand({
  name: 'Meridian',
  tagline: 'Tours, vehicle and tool hire',
  description:
    'Tours to places worth the journey, vehicles and moving help, and tools for hire. A London agency with 29+ years of experience.',
  promise: 'Journeys made with care from London, for 29+ years.',
  email: 'hello@meridian.example',
  phone: '+44 20 7946 0958',
  address: '14 Carrier Street, London WC2',
  openingHours: [
    { days: 'Monday to Friday', hours: '9:00 – 18:00' },
    { days: 'Saturday', hours: '10:00 – 16:00' },
    { days: 'Sunday', hours: 'Closed' },
  ],
  social: [
    { name: 'Instagram', href: 'https://www.instagram.com/meridian.example' },
    { name: 'Facebook', href: 'https://www.facebook.com/meridian.example' },
    { name: 'YouTube', href: 'https://www.youtube.com/@meridian.example' },
    { name: 'X', href: 'https://x.com/meridian_example' },
  ],
  colours: {
    ink: '#0f2233',
    inkSoft: '#4a5b6b',
    sand: '#f7f1e5',
    paper: '#ffffff',
    coral: '#e4572e',
    coralDeep: '#bf3f1a',
    sea: '#1f6f5f',
    sun: '#f2b134',
    sunDeep: '#8a5a00',
    danger: '#b3261e',
  },
  pictures: {
    logo: '/art/logo.svg',
    logoOnInk: '/art/logo-light.svg',
    icon: '/favicon.svg',
    preview: '/art/og-image-1200.webp',
  },
})

/** Adds derived values: '+44 20 7946 0958' is dialled as 'tel:+442079460958'. */
export function completeBrand(record: BrandRecord): Brand {
  return { ...record, phoneHref: `tel:${record.phone.replace(/[^+\d]/g, '')}` }
}
