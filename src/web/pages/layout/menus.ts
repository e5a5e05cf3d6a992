import { pages } from '#shared/pages.ts'

export type MenuLink = { title: string; path: string }
export type MenuItem = MenuLink & { submenu?: readonly MenuLink[] }

export const SUPPORT: MenuItem = {
  title: 'Support',
  path: pages.support,
  submenu: [
    { title: 'Guides', path: pages.guides },
    { title: 'Safety', path: pages.safety },
    { title: 'FAQs', path: pages.faqs },
  ],
}
const CONTACT: MenuItem = { title: 'Contact', path: pages.contact }

const TOURS_MENU: readonly MenuItem[] = [
  { title: 'Tours', path: pages.destinations },
  { title: 'Experiences', path: pages.experiences },
  { title: 'Travel Info', path: pages.travelInfo },
  CONTACT,
]

export const RENTAL_SERVICES: MenuItem = {
  title: 'Rental Services',
  path: pages.rentalServices,
  submenu: [
    { title: 'Self Drive', path: pages.selfDrive },
    { title: 'With Driver', path: pages.withDriver },
  ],
}

const VEHICLES_MENU: readonly MenuItem[] = [{ title: 'Vehicles', path: pages.vehiclePrice }, RENTAL_SERVICES, SUPPORT, CONTACT]

export const TOOLS: MenuItem = {
  title: 'Tools',
  path: pages.tools,
  submenu: [
    { title: 'Power Tools', path: pages.powerTools },
    { title: 'Hand Tools', path: pages.handTools },
    { title: 'Construction Tools', path: pages.constructionTools },
    { title: 'Gardening Tools', path: pages.gardeningTools },
  ],
}

export const RENTAL_PLANS: MenuItem = {
  title: 'Rental Plans',
  path: pages.rentalPlans,
  submenu: [
    { title: 'Hourly', path: pages.hourlyPlan },
    { title: 'Daily', path: pages.dailyPlan },
    { title: 'Weekly', path: pages.weeklyPlan },
  ],
}

const TOOLS_MENU: readonly MenuItem[] = [TOOLS, RENTAL_PLANS, SUPPORT, CONTACT]

const MAIN_MENU: readonly MenuItem[] = [
  { title: 'Tour Bookings', path: pages.destinations },
  { title: 'Vehicle Rental', path: pages.vehiclePrice },
  { title: 'Contact Us', path: pages.contact },
]

/** Specification §2, "Header and footer". */
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
      { title: '24/7 Support', path: pages.support },
      { title: 'Tour Places', path: pages.destinations },
      { title: 'Reviews', path: pages.reviews },
    ],
  },
  {
    title: 'About',
    links: [
      { title: 'About Us', path: pages.about },
      { title: 'Legal Notice', path: pages.legalNotice },
      { title: 'Terms & Condition', path: pages.terms },
      { title: 'Contact Us', path: pages.contact },
    ],
  },
]

export const FOOTER_BOTTOM: readonly MenuLink[] = [
  { title: 'Privacy', path: pages.privacy },
  { title: 'Terms', path: pages.terms },
  { title: 'Site Map', path: pages.siteMap },
]
