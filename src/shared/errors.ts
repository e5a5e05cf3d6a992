import { z } from 'zod/mini'
import { currencySchema } from './currency-schema.ts'
import { cancellationFiguresSchema } from './cancellations/figures.ts'
import { needing } from './lenient.ts'
import { offerSchema } from './tours/offers/offer-schema.ts'
import { PROOFS } from './accounts/proofs.ts'
import { tourChangeSchema } from './tours/changes.ts'

/** All API error codes with their HTTP status. `code` is stable for programs, `message` is suitable for showing to people. */
export const STATUS_BY_CODE = {
  validation_failed: 400,
  invalid_body: 400,
  choice_required: 400,
  code_not_valid: 400,
  date_in_past: 400,
  date_too_far: 400,
  not_running: 400,
  nothing_to_refund: 400,
  wrong_password: 400,
  wrong_code: 400,
  wrong_passkey: 400,
  invalid_signature: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  forbidden: 403,
  staff_setup_required: 403,
  confirm_identity: 403,
  own_booking: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  email_taken: 409,
  no_email: 409,
  sign_in_to_confirm: 409,
  email_unconfirmed: 409,
  account_in_use: 409,
  second_factor_state: 409,
  passkey_state: 409,
  own_account: 409,
  last_administrator: 409,
  already_joined: 409,
  account_changed: 409,
  service_changed: 409,
  settings_changed: 409,
  export_changed: 409,
  not_exportable: 409,
  tax_category_used: 409,
  price_changed: 409,
  not_covered: 409,
  draft_changed: 409,
  too_many_photos: 409,
  not_quotable: 409,
  quote_changed: 409,
  task_assigned: 409,
  task_closed: 409,
  task_undecided: 409,
  sold_out: 409,
  too_many_holds: 409,
  not_cancellable: 409,
  not_refundable: 409,
  goodwill_ceiling: 409,
  not_reviewable: 409,
  not_payable: 409,
  not_voidable: 409,
  not_closable: 409,
  till_changed: 409,
  not_lockable: 409,
  lock_changed: 409,
  tour_changed: 409,
  options_booked: 409,
  picture_changed: 409,
  review_changed: 409,
  contact_changed: 409,
  email_waiting: 409,
  no_backups: 409,
  enquiry_changed: 409,
  answer_changed: 409,
  departure_changed: 409,
  departure_left: 409,
  departure_cancelled: 409,
  attendance_closed: 409,
  too_many_links: 409,
  figures_changed: 409,
  stripe_id_mismatch: 409,
  link_spent: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  too_many_uploads: 429,
  internal: 500,
  payment_unavailable: 502,
  unavailable: 503,
  restored_copy: 503,
  uploads_full: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof STATUS_BY_CODE

const issueSchema = z.object({ path: z.string(), message: z.string() })

/** An invalid field: its dotted path and the text of specification §5. */
export type Issue = z.infer<typeof issueSchema>

/** Whole units. */
const newPriceFields = { basePrice: z.number(), total: z.number(), currency: currencySchema }

export const errorResponseSchema = z.object({
  statusCode: z.number(),
  code: z.string(),
  message: z.string(),
  issues: z.optional(z.array(issueSchema)),
  /** Only with `price_changed`: the booking's current price. */
  price: z.optional(needing(z.object({ priceId: z.string(), ...newPriceFields }), 'priceId', 'basePrice', 'total')),
  /** Only with `price_changed` for a choice of options, extras or a code: what it costs now. */
  offer: z.optional(offerSchema),
  /** Only with `price_changed` for a vehicle service: the request's current price. */
  quote: z.optional(needing(z.object(newPriceFields), 'total')),
  /** Only with `confirm_identity`: the proofs that the account has, any one of which is enough. */
  confirmWith: z.optional(z.array(z.enum(PROOFS))),
  /** Only with `figures_changed`: what cancelling the departure does now. */
  figures: z.optional(cancellationFiguresSchema),
  /** Only with `tour_changed`: the current version, and the changes since the one the user saw, newest first. */
  tourChanges: z.optional(z.object({ version: z.number(), changes: z.array(tourChangeSchema) })),
})

/** The body of every error response. */
export type ErrorResponse = z.infer<typeof errorResponseSchema>
