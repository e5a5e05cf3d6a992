// The ordered list of features, read by the linter (walls.ts), check-structure.mjs and the walls' test.

export interface ServerFeature {
  name: string
  asks: string[]
  /** The tables that only it writes; other features read them through its queries. */
  tables: string[]
}

/** What nearly all that deals with bookings asks. */
const CORE = ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'bookings']

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
  { name: 'settings', asks: ['audit'], tables: ['goodwill_ceilings', 'settings', 'tax_categories'] },
  {
    name: 'tours',
    asks: ['audit', 'tasks', 'accounts', 'settings'],
    tables: [
      'catalogue_changes',
      'departure_extras',
      'departure_slots',
      'departures',
      'itinerary_days',
      'picture_files',
      'picture_originals',
      'pictures',
      'tour_changes',
      'tour_images',
      'tour_selling',
      'tour_words',
      'tours',
    ],
  },
  {
    name: 'vehicles',
    asks: ['audit', 'tasks', 'accounts', 'settings', 'tours'],
    tables: ['coverage_areas', 'service_types', 'vehicle_drafts', 'vehicle_photos'],
  },
  { name: 'codes', asks: ['audit', 'tours'], tables: ['code_uses', 'codes'] },
  {
    name: 'bookings',
    asks: ['audit', 'tasks', 'accounts', 'tours', 'vehicles', 'codes'],
    tables: [
      'attendance_ticks',
      'booking_contacts',
      'booking_lines',
      'booking_notes',
      'bookings',
      'guide_links',
      'line_progress',
      'reservations',
      'tour_bookings',
      'vehicle_bookings',
    ],
  },
  { name: 'reviews', asks: [...CORE], tables: ['review_counts', 'reviews'] },
  { name: 'payments', asks: [...CORE], tables: ['payment_attempts', 'payments'] },
  { name: 'mails', asks: ['audit', 'tasks', 'accounts', 'bookings', 'payments'], tables: ['mails'] },
  { name: 'enquiries', asks: ['audit', 'tasks', 'accounts', 'mails'], tables: ['enquiry_replies', 'ready_answers', 'spam_enquiries'] },
  {
    name: 'ledger',
    asks: [...CORE, 'payments'],
    tables: [
      'entries',
      'export_batch_sums',
      'export_batches',
      'export_numbers',
      'export_settings',
      'ledger_accounts',
      'ledger_days',
      'ledger_lock',
      'ledger_lock_changes',
      'ledger_progress',
      'ledger_settings',
      'ledger_sums',
      'payouts',
      'postings',
      'provider_entries',
      'revenue_months',
      'revenue_postings',
      'revenue_rollups',
      'revenue_since',
      'revenue_sums',
      'till_closes',
    ],
  },
  {
    name: 'refunds',
    asks: [...CORE, 'payments', 'ledger'],
    tables: ['dispute_changes', 'dispute_requests', 'disputes', 'refunds'],
  },
  {
    name: 'my-bookings',
    asks: [...CORE, 'reviews', 'payments', 'ledger', 'refunds'],
    tables: [],
  },
  { name: 'fulfilment', asks: [...CORE, 'payments', 'refunds'], tables: [] },
  {
    name: 'checkout',
    asks: [...CORE, 'codes', 'payments', 'ledger', 'refunds', 'fulfilment', 'my-bookings'],
    tables: ['unconfirmed_holds'],
  },
  {
    name: 'reservations',
    asks: [...CORE, 'codes', 'payments', 'refunds', 'fulfilment', 'checkout', 'mails', 'settings'],
    tables: ['reservation_links'],
  },
  {
    name: 'cancellations',
    asks: [...CORE, 'codes', 'payments', 'ledger', 'refunds', 'fulfilment', 'checkout', 'reservations', 'mails', 'settings'],
    tables: ['departure_cancellation_bookings', 'departure_cancellations'],
  },
  {
    name: 'reconciliation',
    asks: [...CORE, 'payments', 'refunds', 'ledger', 'fulfilment', 'checkout', 'reservations', 'cancellations'],
    tables: ['compared_until', 'daily_balances', 'provider_events'],
  },
  {
    name: 'quotes',
    asks: [...CORE, 'payments', 'refunds', 'fulfilment', 'checkout', 'reservations', 'cancellations', 'reconciliation', 'settings'],
    tables: ['quote_decisions', 'quote_links'],
  },
  {
    name: 'backups',
    asks: [...CORE, 'payments', 'mails', 'ledger', 'refunds', 'reconciliation'],
    tables: ['backup_files', 'backups', 'restored_copy'],
  },
  {
    name: 'desk',
    asks: [
      ...CORE,
      'backups',
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
    tables: ['alarms', 'data_folder', 'processes', 'sales_sums'],
  },
]

/** Tables that belong to no feature: the libraries', and the generator's own record. */
export const OTHER_TABLES = { 'src/server/lib': ['mail_counts', 'rate_limits', 'secrets'], 'src/server/generator': ['generation_runs'] }

/**
 * The only reads of a table whose owner comes later in the list than the reader. They are to be removed by moving the
 * read up to where both may be asked, or by passing in what it needs. Add nothing here.
 */
export const CLIMBING_READS: Record<string, string[]> = {
  audit: ['bookings', 'ledger_lock_changes', 'payments', 'refunds', 'service_types', 'tasks', 'till_closes', 'tours', 'users'],
  tasks: ['users'],
  tours: ['bookings', 'tour_bookings'],
}

/** The web's features: the same names, plus the tools, which the server does not know. None imports another; pages compose them. */
export const WEB_FEATURES = [...SERVER_FEATURES.map(({ name }) => name), 'tools']

/** The files of a server feature that another feature may import, at its top level or in a sub-folder. */
export const OPEN_FILES = ['queries', 'commands', 'flows']

/** `texts` holds the long texts of the content pages. */
export const WEB_FOLDERS = ['components', 'delivery', 'features', 'lib', 'pages', 'staff', 'styles', 'texts']
