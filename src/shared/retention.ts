// How long we keep what nobody deletes, in days. The jobs delete by these figures, and the privacy page states them.

/** A request for a quote that was begun and not sent, after its last change. */
export const DRAFT_DAYS = 30

/** Links, notices and enquiries, once sent or given up: enough to see why an email did not arrive. */
export const NOTICE_DAYS = 30

/** Emails about a booking, after its day: banks take disputes for 120 days, and take their time to ask. */
export const BOOKING_MAIL_DAYS = 180

/** Finished jobs, in which an email address may stand. */
export const JOB_DAYS = 1

/** Network addresses in the audit. The database forgets by its own figure, in `forget_audit_addresses()`. */
export const AUDIT_ADDRESS_DAYS = 90
