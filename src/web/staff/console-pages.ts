import { Sun, Ticket, Truck, type LucideIcon } from 'lucide-react'
import { lazy, type ComponentType } from 'react'
import { consolePages } from '#shared/paths.ts'
import type { StaffMember } from '#shared/staff.ts'

type Role = StaffMember['role']

type ConsolePage = {
  title: string
  path: string
  icon: LucideIcon
  /** After `g`, the key that leads there. */
  key: string
  /** Whom it is shown to; everybody who works here, unless it says otherwise. The server decides by itself. */
  isFor?: (role: Role) => boolean
  Page: ComponentType
  /** The page of one of its entries, at `<path>/:id`. */
  EntryPage?: ComponentType
  /** The page that makes one, at `<path>/new`. */
  NewPage?: ComponentType
}

const TodayPage = lazy(async () => ({ default: (await import('./today-page.tsx')).TodayPage }))
const BookingsPage = lazy(async () => ({ default: (await import('./bookings-page.tsx')).BookingsPage }))
const BookingPage = lazy(async () => ({ default: (await import('./booking-page.tsx')).BookingPage }))
const NewBookingPage = lazy(async () => ({ default: (await import('./new-booking-page.tsx')).NewBookingPage }))
const QuotesPage = lazy(async () => ({ default: (await import('./quotes-page.tsx')).QuotesPage }))
const QuotePage = lazy(async () => ({ default: (await import('./quote-page.tsx')).QuotePage }))

/** The pages of the console, in the order of its navigation. A new page is one entry here. */
const CONSOLE_PAGES: readonly ConsolePage[] = [
  { title: 'Today', path: consolePages.today, icon: Sun, key: 't', Page: TodayPage },
  {
    title: 'Bookings',
    path: consolePages.bookings,
    icon: Ticket,
    key: 'b',
    Page: BookingsPage,
    EntryPage: BookingPage,
    NewPage: NewBookingPage,
  },
  { title: 'Quotes', path: consolePages.quotes, icon: Truck, key: 'q', Page: QuotesPage, EntryPage: QuotePage },
]

/** Returns the pages that a role includes, in the order of the navigation. */
export function pagesFor(role: Role): ConsolePage[] {
  return CONSOLE_PAGES.filter(({ isFor = () => true }) => isFor(role))
}
