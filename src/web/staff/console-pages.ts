import { CalendarDays, Mail, Map, MapPinned, PackageOpen, ScrollText, Sun, Ticket, Truck, Users, type LucideIcon } from 'lucide-react'
import { lazy, type ComponentType } from 'react'
import { consolePages } from '#shared/paths.ts'
import { isInCharge, type StaffMember } from '#shared/staff.ts'

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
const ToursPage = lazy(async () => ({ default: (await import('./tours-page.tsx')).ToursPage }))
const TourPage = lazy(async () => ({ default: (await import('./tour-page.tsx')).TourPage }))
const DeparturesPage = lazy(async () => ({ default: (await import('./departures-page.tsx')).DeparturesPage }))
const DeparturePage = lazy(async () => ({ default: (await import('./departure-page.tsx')).DeparturePage }))
const BookingsPage = lazy(async () => ({ default: (await import('./bookings-page.tsx')).BookingsPage }))
const BookingPage = lazy(async () => ({ default: (await import('./booking-page.tsx')).BookingPage }))
const NewBookingPage = lazy(async () => ({ default: (await import('./new-booking-page.tsx')).NewBookingPage }))
const QuotesPage = lazy(async () => ({ default: (await import('./quotes-page.tsx')).QuotesPage }))
const QuotePage = lazy(async () => ({ default: (await import('./quote-page.tsx')).QuotePage }))
const AuditPage = lazy(async () => ({ default: (await import('./audit-page.tsx')).AuditPage }))
const CoveragePage = lazy(async () => ({ default: (await import('./coverage-page.tsx')).CoveragePage }))
const ServicesPage = lazy(async () => ({ default: (await import('./services-page.tsx')).ServicesPage }))
const MailPage = lazy(async () => ({ default: (await import('./mail-page.tsx')).MailPage }))
const OneMailPage = lazy(async () => ({ default: (await import('./one-mail-page.tsx')).OneMailPage }))
const PeoplePage = lazy(async () => ({ default: (await import('./people-page.tsx')).PeoplePage }))
const PersonPage = lazy(async () => ({ default: (await import('./person-page.tsx')).PersonPage }))

/** The pages of the console, in the order of its navigation. A new page is one entry here. */
const CONSOLE_PAGES: readonly ConsolePage[] = [
  { title: 'Today', path: consolePages.today, icon: Sun, key: 't', Page: TodayPage },
  { title: 'Tours', path: consolePages.tours, icon: Map, key: 'o', Page: ToursPage, EntryPage: TourPage },
  {
    title: 'Departures',
    path: consolePages.departures,
    icon: CalendarDays,
    key: 'd',
    Page: DeparturesPage,
    EntryPage: DeparturePage,
  },
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
  { title: 'Services', path: consolePages.services, icon: PackageOpen, key: 's', Page: ServicesPage },
  { title: 'Coverage', path: consolePages.coverage, icon: MapPinned, key: 'c', Page: CoveragePage },
  {
    title: 'People',
    path: consolePages.people,
    icon: Users,
    key: 'p',
    isFor: (role) => role === 'admin',
    Page: PeoplePage,
    EntryPage: PersonPage,
  },
  { title: 'Mail', path: consolePages.mail, icon: Mail, key: 'm', Page: MailPage, EntryPage: OneMailPage },
  { title: 'Audit', path: consolePages.audit, icon: ScrollText, key: 'a', isFor: isInCharge, Page: AuditPage },
]

/** Returns the pages that a role includes, in the order of the navigation. */
export function pagesFor(role: Role): ConsolePage[] {
  return CONSOLE_PAGES.filter(({ isFor = () => true }) => isFor(role))
}
