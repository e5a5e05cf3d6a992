// The ordered list of features, read by the linter (walls.ts), check-structure.mjs and the walls' test.

export interface ServerFeature {
  name: string
  /** The tables that only it writes; features further down may read them. */
  tables: string[]
}

/** Each feature may import from those before it what is not in their `internal/`, so the import graph has no cycles. */
export const SERVER_FEATURES: ServerFeature[] = [
  { name: 'audit', tables: ['audit_entries'] },
  { name: 'tasks', tables: ['tasks'] },
  {
    name: 'accounts',
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
  { name: 'settings', tables: ['goodwill_ceilings', 'settings', 'tax_categories'] },
  {
    name: 'tours',
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
  { name: 'vehicles', tables: ['coverage_areas', 'service_types', 'vehicle_drafts', 'vehicle_photos'] },
  { name: 'codes', tables: ['code_uses', 'codes'] },
  {
    name: 'bookings',
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
  { name: 'reviews', tables: ['review_counts', 'reviews'] },
  { name: 'payments', tables: ['payment_attempts', 'payments'] },
  { name: 'mails', tables: ['mails'] },
  { name: 'enquiries', tables: ['enquiry_replies', 'ready_answers', 'spam_enquiries'] },
  {
    name: 'ledger',
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
  { name: 'refunds', tables: ['dispute_changes', 'dispute_requests', 'disputes', 'refunds'] },
  { name: 'my-bookings', tables: [] },
  { name: 'fulfilment', tables: [] },
  { name: 'checkout', tables: ['unconfirmed_holds'] },
  { name: 'reservations', tables: ['reservation_links'] },
  { name: 'cancellations', tables: ['departure_cancellation_bookings', 'departure_cancellations'] },
  { name: 'reconciliation', tables: ['compared_until', 'daily_balances', 'provider_events'] },
  { name: 'quotes', tables: ['quote_decisions', 'quote_links'] },
  { name: 'backups', tables: ['backup_files', 'backups', 'restored_copy'] },
  { name: 'desk', tables: ['alarms', 'data_folder', 'processes', 'sales_sums'] },
]

/** Tables that belong to no feature: the libraries', and the generator's own record. */
export const OTHER_TABLES = { 'src/server/lib': ['mail_counts', 'rate_limits', 'secrets'], 'lab/generator': ['generation_runs'] }

/**
 * The only reads of a table whose owner comes later in the list than the reader. Remove them by moving the read
 * further down, or by passing in what it needs. Add nothing here.
 */
export const CLIMBING_READS: Record<string, string[]> = {
  audit: ['bookings', 'ledger_lock_changes', 'payments', 'refunds', 'service_types', 'tasks', 'till_closes', 'tours', 'users'],
  tasks: ['users'],
  tours: ['bookings', 'tour_bookings'],
}

/** The web's features: the same names, plus the tools, which the server does not know. None imports another; pages compose them. */
export const WEB_FEATURES = [...SERVER_FEATURES.map(({ name }) => name), 'tools']

/** `texts` holds the long texts of the content pages. */
export const WEB_FOLDERS = ['components', 'delivery', 'features', 'lib', 'pages', 'staff', 'styles', 'texts']
