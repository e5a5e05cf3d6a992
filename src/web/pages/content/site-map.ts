import { pages } from '#shared/pages.ts'
import { TRIPS_PATH } from '#shared/tours/trips-list.ts'
import { FOOTER_BOTTOM, FOOTER_COLUMNS, RENTAL_PLANS, RENTAL_SERVICES, SUPPORT, TOOLS, type MenuLink } from '#web/pages/layout/menus.ts'
import { ALL_CATEGORIES } from '#web/features/tools/catalogue/catalogue.ts'

/** `isForGuests`: leads signed-in visitors nowhere. `isCatalogue`: needs no account if the catalogue is open. `isServed`: exists only then, as a server-rendered page. */
export type MapLink = MenuLink & {
  needsAccount?: boolean
  isForGuests?: boolean
  isCatalogue?: boolean
  isServed?: boolean
  below?: readonly MapLink[]
}

const footerLink = (title: string): MenuLink => {
  const link = [...FOOTER_COLUMNS.flatMap(({ links }) => links), ...FOOTER_BOTTOM].find((each) => each.title === title)
  if (!link) throw new Error(`The footer has no link ${title}`)
  return link
}

export const SITE_MAP: readonly { title: string; links: readonly MapLink[] }[] = [
  {
    title: 'Travel',
    links: [
      { title: 'Home', path: pages.home },
      { title: 'Destinations', path: pages.destinations, needsAccount: true, isCatalogue: true },
      { title: 'All Tours', path: TRIPS_PATH, isServed: true },
      { title: 'Experiences', path: pages.experiences },
      { title: 'Travel Info', path: pages.travelInfo },
      footerLink('Reviews'),
    ],
  },
  {
    title: 'Vehicles',
    links: [
      { title: 'Vehicle Service', path: pages.vehiclePrice, needsAccount: true },
      { ...RENTAL_SERVICES, below: RENTAL_SERVICES.submenu ?? [] },
    ],
  },
  {
    title: 'Tools',
    links: [
      {
        ...TOOLS,
        below: ALL_CATEGORIES.map(({ title, path, tools }) => ({
          title,
          path,
          below: tools.map((tool) => ({ title: tool.name, path: pages.toolDetails(tool.id) })),
        })),
      },
      { ...RENTAL_PLANS, below: RENTAL_PLANS.submenu ?? [] },
    ],
  },
  {
    title: 'Help',
    links: [{ ...SUPPORT, below: SUPPORT.submenu ?? [] }, footerLink('Contact Us')],
  },
  {
    title: 'Your account',
    links: [
      { title: 'Login', path: pages.login, isForGuests: true },
      { title: 'Sign up', path: pages.signup, isForGuests: true },
      { title: 'Forgotten password', path: pages.forgotPassword },
      { title: 'My Bookings', path: pages.bookings, needsAccount: true },
      { title: 'Profile', path: pages.profile, needsAccount: true },
      { title: 'Settings', path: pages.settings, needsAccount: true },
      { title: 'Sign-in security', path: pages.security, needsAccount: true },
    ],
  },
  {
    title: 'The agency',
    links: [
      footerLink('About Us'),
      footerLink('Legal Notice'),
      footerLink('Terms & Condition'),
      footerLink('Privacy'),
      footerLink('Site Map'),
    ],
  },
]
