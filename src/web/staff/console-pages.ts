import {
  BadgePercent,
  CalendarDays,
  Landmark,
  Mail,
  Map,
  MapPinned,
  PackageOpen,
  ScrollText,
  SlidersHorizontal,
  Sun,
  Ticket,
  Truck,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { lazy, type ComponentType } from 'react'
import { consolePages } from '#shared/pages.ts'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import type { StaffMember } from '#shared/accounts/colleagues.ts'

type Role = StaffMember['role']

type ConsolePage = {
  title: string
  path: string
  icon: LucideIcon
  /** The key that opens the page after `g`. */
  key: string
  /** Required permission; the server checks it too. */
  permission: Permission
  Page: ComponentType
  /** The page of a single entry, at `<path>/:id`. */
  EntryPage?: ComponentType
  /** Additional permission for an entry's page. */
  entryPermission?: Permission
  /** Further pages of an entry, at `<path>/:id/<name>`. */
  parts?: Readonly<Record<string, ComponentType>>
  /** The page that creates an entry, at `<path>/new`. */
  NewPage?: ComponentType
}

const TodayPage = lazy(async () => ({ default: (await import('./today-page.tsx')).TodayPage }))
const ToursPage = lazy(async () => ({ default: (await import('./tours-page.tsx')).ToursPage }))
const TourPage = lazy(async () => ({ default: (await import('./tour-page.tsx')).TourPage }))
const TourSellingPage = lazy(async () => ({ default: (await import('./tour-selling-page.tsx')).TourSellingPage }))
const CodesPage = lazy(async () => ({ default: (await import('./codes-page.tsx')).CodesPage }))
const DeparturesPage = lazy(async () => ({ default: (await import('./departures-page.tsx')).DeparturesPage }))
const DeparturePage = lazy(async () => ({ default: (await import('./departure-page.tsx')).DeparturePage }))
const BookingsPage = lazy(async () => ({ default: (await import('./bookings-page.tsx')).BookingsPage }))
const BookingPage = lazy(async () => ({ default: (await import('./booking-page.tsx')).BookingPage }))
const NewBookingPage = lazy(async () => ({ default: (await import('./new-booking-page.tsx')).NewBookingPage }))
const MoneyPage = lazy(async () => ({ default: (await import('./money-page.tsx')).MoneyPage }))
const QuotesPage = lazy(async () => ({ default: (await import('./quotes-page.tsx')).QuotesPage }))
const QuotePage = lazy(async () => ({ default: (await import('./quote-page.tsx')).QuotePage }))
const AuditPage = lazy(async () => ({ default: (await import('./audit-page.tsx')).AuditPage }))
const CoveragePage = lazy(async () => ({ default: (await import('./coverage-page.tsx')).CoveragePage }))
const ServicesPage = lazy(async () => ({ default: (await import('./services-page.tsx')).ServicesPage }))
const MailPage = lazy(async () => ({ default: (await import('./mail-page.tsx')).MailPage }))
/** Open to all staff, like the list of enquiries. */
export const EnquiryPage = lazy(async () => ({ default: (await import('./enquiry-page.tsx')).EnquiryPage }))
const OneMailPage = lazy(async () => ({ default: (await import('./one-mail-page.tsx')).OneMailPage }))
const SettingsPage = lazy(async () => ({ default: (await import('./settings-page.tsx')).SettingsPage }))
const PeoplePage = lazy(async () => ({ default: (await import('./people-page.tsx')).PeoplePage }))
const PersonPage = lazy(async () => ({ default: (await import('./person-page.tsx')).PersonPage }))

/** The console's pages in navigation order; adding a page takes one entry here. */
const CONSOLE_PAGES: readonly ConsolePage[] = [
  { title: 'Today', path: consolePages.today, icon: Sun, key: 't', permission: 'console.open', Page: TodayPage },
  {
    title: 'Tours',
    path: consolePages.tours,
    icon: Map,
    key: 'o',
    permission: 'tours.read',
    Page: ToursPage,
    EntryPage: TourPage,
    parts: { selling: TourSellingPage },
  },
  { title: 'Codes', path: consolePages.codes, icon: BadgePercent, key: 'r', permission: 'codes.read', Page: CodesPage },
  {
    title: 'Departures',
    path: consolePages.departures,
    icon: CalendarDays,
    key: 'd',
    permission: 'departures.read',
    Page: DeparturesPage,
    EntryPage: DeparturePage,
  },
  {
    title: 'Bookings',
    path: consolePages.bookings,
    icon: Ticket,
    key: 'b',
    permission: 'bookings.read',
    Page: BookingsPage,
    EntryPage: BookingPage,
    NewPage: NewBookingPage,
  },
  { title: 'Money', path: consolePages.money, icon: Landmark, key: 'l', permission: 'money.read', Page: MoneyPage },
  { title: 'Quotes', path: consolePages.quotes, icon: Truck, key: 'q', permission: 'quotes.read', Page: QuotesPage, EntryPage: QuotePage },
  { title: 'Services', path: consolePages.services, icon: PackageOpen, key: 's', permission: 'services.read', Page: ServicesPage },
  { title: 'Coverage', path: consolePages.coverage, icon: MapPinned, key: 'c', permission: 'services.read', Page: CoveragePage },
  {
    title: 'People',
    path: consolePages.people,
    icon: Users,
    key: 'p',
    permission: 'people.read',
    Page: PeoplePage,
    EntryPage: PersonPage,
  },
  {
    title: 'Mail',
    path: consolePages.mail,
    icon: Mail,
    key: 'm',
    permission: 'enquiries.answer',
    Page: MailPage,
    EntryPage: OneMailPage,
    entryPermission: 'mails.read',
  },
  { title: 'Audit', path: consolePages.audit, icon: ScrollText, key: 'a', permission: 'audit.read', Page: AuditPage },
  { title: 'Settings', path: consolePages.settings, icon: SlidersHorizontal, key: 'e', permission: 'settings.read', Page: SettingsPage },
]

/** The pages a role may open, in navigation order. */
export function pagesFor(role: Role): ConsolePage[] {
  return CONSOLE_PAGES.filter(({ permission }) => may(role, permission)).map(({ EntryPage, entryPermission, ...page }) => ({
    ...page,
    ...(EntryPage && (!entryPermission || may(role, entryPermission)) && { EntryPage }),
  }))
}
