import { pages } from '#shared/paths.ts'

export type MenuLink = { title: string; path: string }
export type MenuItem = MenuLink & { submenu?: readonly MenuLink[] }

const SUPPORT: MenuItem = {
  title: 'Support',
  path: '/support',
  submenu: [
    { title: 'Guides', path: '/support/guides' },
    { title: 'Safety', path: '/support/safety' },
    { title: 'FAQs', path: '/support/faqs' },
  ],
}
const CONTACT: MenuItem = { title: 'Contact', path: '/contact' }

const TOURS_MENU: readonly MenuItem[] = [
  { title: 'Tours', path: pages.destinations },
  { title: 'Experiences', path: '/experiences' },
  { title: 'Travel Info', path: '/travel-info' },
  CONTACT,
]

const VEHICLES_MENU: readonly MenuItem[] = [
  { title: 'Vehicles', path: pages.vehiclePrice },
  {
    title: 'Rental Services',
    path: '/rental-services',
    submenu: [
      { title: 'Self Drive', path: '/rental-services/self-drive' },
      { title: 'With Driver', path: '/rental-services/with-driver' },
    ],
  },
  SUPPORT,
  CONTACT,
]

const TOOLS_MENU: readonly MenuItem[] = [
  {
    title: 'Tools',
    path: '/tools',
    submenu: [
      { title: 'Power Tools', path: '/tools/power' },
      { title: 'Hand Tools', path: '/tools/hand' },
      { title: 'Construction', path: '/tools/construction' },
      { title: 'Gardening', path: '/tools/gardening' },
    ],
  },
  {
    title: 'Rental Plans',
    path: '/rental-plans',
    submenu: [
      { title: 'Hourly', path: '/rental-plans/hourly' },
      { title: 'Daily', path: '/rental-plans/daily' },
      { title: 'Weekly', path: '/rental-plans/weekly' },
    ],
  },
  SUPPORT,
  CONTACT,
]

const MAIN_MENU: readonly MenuItem[] = [
  { title: 'Tour Bookings', path: pages.destinations },
  { title: 'Vehicle Rental', path: pages.vehiclePrice },
  { title: 'Contact Us', path: '/contact' },
]

/** The menu for a path (specification §2, "Header and footer"). */
export function menuFor(pathname: string): readonly MenuItem[] {
  if (pathname.includes('/destination')) return TOURS_MENU
  if (pathname.includes('/vehicle-price')) return VEHICLES_MENU
  if (pathname.includes('/tools')) return TOOLS_MENU
  return MAIN_MENU
}

export const FOOTER_COLUMNS: readonly { title: string; links: readonly MenuLink[] }[] = [
  {
    title: 'Useful Links',
    links: [
      { title: 'All Destination', path: pages.destinations },
      { title: '24/7 Support', path: '/support' },
      { title: 'Tour Places', path: pages.destinations },
      { title: 'Reviews', path: '/reviews' },
    ],
  },
  {
    title: 'About',
    links: [
      { title: 'About Us', path: '/about' },
      { title: 'Legal Notice', path: '/legal-notice' },
      { title: 'Terms & Condition', path: '/terms' },
      { title: 'Contact Us', path: '/contact' },
    ],
  },
]

export const FOOTER_BOTTOM: readonly MenuLink[] = [
  { title: 'Privacy', path: '/privacy' },
  { title: 'Terms', path: '/terms' },
  { title: 'Site Map', path: '/site-map' },
]
