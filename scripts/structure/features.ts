// The ordered list of features, read by the linter (walls.ts), check-structure.mjs and the walls' test.

export interface ServerFeature {
  name: string
  /** For the list in docs/architecture.md. */
  knows: string
  /** The tables that only it writes; features further down may read them. */
  tables: string[]
}

/** Each feature may import from those before it what is not in their `internal/`, so the import graph has no cycles. */
export const SERVER_FEATURES: ServerFeature[] = [
  { name: 'audit', knows: 'who did what, when and from where: written once, never changed', tables: ['audit_entries'] },
  { name: 'tasks', knows: 'what needs a person: opened, assigned, closed', tables: ['tasks'] },
  {
    name: 'accounts',
    knows: 'people and their roles, sessions, passwords, two-step sign-in, links by email, avatars, deletion',
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
  {
    name: 'settings',
    knows: 'what administrators set in the console: bank details, currency of new tours, tax categories, goodwill limits',
    tables: ['goodwill_ceilings', 'settings', 'tax_categories'],
  },
  {
    name: 'tours',
    knows: 'the catalogue, search, departures and seats; how staff write tours, and their pictures',
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
    knows: 'service types, coverage, drafts, photos',
    tables: ['coverage_areas', 'service_types', 'vehicle_drafts', 'vehicle_photos'],
  },
  { name: 'codes', knows: 'promo codes and their uses', tables: ['code_uses', 'codes'] },
  {
    name: 'bookings',
    knows: 'bookings of either kind, their life cycle, manifests and check-in',
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
  { name: 'reviews', knows: 'reviews and ratings, and which staff hide', tables: ['review_counts', 'reviews'] },
  {
    name: 'payments',
    knows: 'attempts, holds, payments, prices at the provider; only its `provider/` knows Stripe',
    tables: ['payment_attempts', 'payments'],
  },
  { name: 'mails', knows: 'sending queued emails, retrying and resending them', tables: ['mails'] },
  {
    name: 'enquiries',
    knows: 'the contact form; the inbox, replies and saved replies',
    tables: ['enquiry_replies', 'ready_answers', 'spam_enquiries'],
  },
  {
    name: 'ledger',
    knows: 'every movement of money as a balanced entry; revenue, sums by day, tills, the proof, the export',
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
    knows: 'refunds and disputes: requested, sent, failed, settled, repaid manually',
    tables: ['dispute_changes', 'dispute_requests', 'disputes', 'refunds'],
  },
  { name: 'my-bookings', knows: 'a customer’s own bookings with payments and refunds, confirmation, calendar file', tables: [] },
  { name: 'fulfilment', knows: 'what a payment means to its booking; payments of the wrong amount', tables: [] },
  {
    name: 'checkout',
    knows: 'deciding on an attempt, opening and closing its card page, the way back from it',
    tables: ['unconfirmed_holds'],
  },
  { name: 'reservations', knows: 'bookings by staff, payment links, cash and transfers', tables: ['reservation_links'] },
  {
    name: 'cancellations',
    knows: 'by the customer, by staff, as goodwill, of whole departures',
    tables: ['departure_cancellation_bookings', 'departure_cancellations'],
  },
  {
    name: 'reconciliation',
    knows: 'the provider’s events and disputes, the reconcile job, comparing the books',
    tables: ['compared_until', 'daily_balances', 'provider_events'],
  },
  { name: 'quotes', knows: 'requests, staff’s quotes, the link that pays one', tables: ['quote_decisions', 'quote_links'] },
  {
    name: 'backups',
    knows: 'backups of database and files, restoring, verifying a restored copy',
    tables: ['backup_files', 'backups', 'restored_copy'],
  },
  {
    name: 'desk',
    knows: 'tasks and bookings as staff search them, a booking’s history, business figures, site health',
    tables: ['alarms', 'data_folder', 'processes', 'sales_sums'],
  },
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
