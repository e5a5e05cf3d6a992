// The ordered list of features, read by the linter (walls.ts), check-structure.mjs and the walls' test.

export interface ServerFeature {
  name: string
  asks: string[]
  /** The tables that only it writes; other features read them through its queries. */
  tables: string[]
}

/** Each feature may ask those in its `asks`, all earlier in this list, so that the import graph has no cycles. */
export const SERVER_FEATURES: ServerFeature[] = [
  { name: 'audit', asks: [], tables: ['audit_entries'] },
  { name: 'tasks', asks: ['audit'], tables: ['tasks'] },
  {
    name: 'accounts',
    asks: ['audit', 'tasks'],
    tables: [
      'account_links',
      'avatars',
      'email_changes',
      'passkeys',
      'recovery_codes',
      'refresh_tokens',
      'second_factors',
      'sessions',
      'spent_challenges',
      'users',
    ],
  },
  { name: 'settings', asks: ['audit'], tables: ['goodwill_ceilings', 'settings'] },
  {
    name: 'tours',
    asks: ['audit', 'tasks', 'accounts'],
    tables: [
      'catalogue_changes',
      'departures',
      'itinerary_days',
      'picture_files',
      'picture_originals',
      'pictures',
      'tour_changes',
      'tour_images',
      'tour_words',
      'tours',
    ],
  },
  {
    name: 'vehicles',
    asks: ['audit', 'tasks', 'accounts', 'tours'],
    tables: ['coverage_areas', 'service_types', 'vehicle_drafts', 'vehicle_photos'],
  },
  {
    name: 'bookings',
    asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles'],
    tables: [
      'attendance_ticks',
      'booking_contacts',
      'booking_notes',
      'bookings',
      'guide_links',
      'reservations',
      'tour_bookings',
      'vehicle_bookings',
    ],
  },
  { name: 'reviews', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings'], tables: ['review_counts', 'reviews'] },
  { name: 'payments', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings'], tables: ['payment_attempts', 'payments'] },
  { name: 'mails', asks: ['audit', 'tasks', 'accounts', 'bookings', 'payments'], tables: ['mails'] },
  { name: 'enquiries', asks: ['audit', 'tasks', 'accounts', 'mails'], tables: ['enquiry_replies', 'ready_answers'] },
  {
    name: 'refunds',
    asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments'],
    tables: ['dispute_changes', 'disputes', 'refunds'],
  },
  {
    name: 'ledger',
    asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments', 'refunds'],
    tables: [
      'entries',
      'ledger_accounts',
      'ledger_days',
      'ledger_progress',
      'ledger_settings',
      'ledger_sums',
      'payouts',
      'postings',
      'provider_entries',
    ],
  },
  {
    name: 'my-bookings',
    asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'reviews', 'payments', 'refunds'],
    tables: [],
  },
  { name: 'fulfilment', asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments', 'refunds'], tables: [] },
  {
    name: 'checkout',
    asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings', 'payments', 'refunds', 'fulfilment', 'my-bookings'],
    tables: [],
  },
  {
    name: 'reservations',
    asks: [
      'audit',
      'tasks',
      'accounts',
      'tours',
      'vehicles',
      'bookings',
      'payments',
      'refunds',
      'fulfilment',
      'checkout',
      'mails',
      'settings',
    ],
    tables: ['reservation_links'],
  },
  {
    name: 'cancellations',
    asks: [
      'audit',
      'tasks',
      'accounts',
      'tours',
      'vehicles',
      'bookings',
      'payments',
      'refunds',
      'fulfilment',
      'checkout',
      'reservations',
      'mails',
      'settings',
    ],
    tables: ['departure_cancellation_bookings', 'departure_cancellations'],
  },
  {
    name: 'reconciliation',
    asks: [
      'audit',
      'tasks',
      'accounts',
      'tours',
      'vehicles',
      'bookings',
      'payments',
      'refunds',
      'ledger',
      'fulfilment',
      'checkout',
      'reservations',
      'cancellations',
    ],
    tables: ['compared_until', 'daily_balances', 'provider_events'],
  },
  {
    name: 'quotes',
    asks: [
      'audit',
      'tasks',
      'accounts',
      'tours',
      'vehicles',
      'bookings',
      'payments',
      'refunds',
      'fulfilment',
      'checkout',
      'reservations',
      'cancellations',
      'reconciliation',
      'settings',
    ],
    tables: ['quote_decisions', 'quote_links'],
  },
  {
    name: 'desk',
    asks: [
      'audit',
      'tasks',
      'accounts',
      'tours',
      'vehicles',
      'bookings',
      'reviews',
      'payments',
      'mails',
      'refunds',
      'ledger',
      'my-bookings',
      'fulfilment',
      'checkout',
      'reservations',
      'cancellations',
      'reconciliation',
      'quotes',
    ],
    tables: ['sales_sums'],
  },
]

/** Tables that belong to no feature: the libraries', and the generator's own record. */
export const OTHER_TABLES = { 'src/server/lib': ['mail_counts', 'rate_limits', 'secrets'], 'src/server/generator': ['generation_runs'] }

/**
 * The only reads of a table whose owner comes later in the list than the reader. They are to be removed by moving the
 * read up to where both may be asked, or by passing in what it needs. Add nothing here.
 */
export const CLIMBING_READS: Record<string, string[]> = {
  audit: ['bookings', 'payments', 'refunds', 'service_types', 'tasks', 'tours', 'users'],
  tasks: ['users'],
  tours: ['bookings', 'tour_bookings'],
}

/** The web's features: the same names, plus the tools, which the server does not know. None imports another; pages compose them. */
export const WEB_FEATURES = [...SERVER_FEATURES.map(({ name }) => name), 'tools']

/** The files of a server feature that another feature may import, at its top level or in a sub-folder. */
export const OPEN_FILES = ['queries', 'commands', 'flows']

/** `texts` holds the long texts of the content pages. */
export const WEB_FOLDERS = ['components', 'delivery', 'features', 'lib', 'pages', 'staff', 'styles', 'texts']
