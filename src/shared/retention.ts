// How long data is kept unless someone deletes it, in days. The jobs use these figures, and the privacy page states them.

/** Unsent requests for a quote, after their last change. */
export const DRAFT_DAYS = 30

/** Links, notices and enquiries, after they were sent or given up: long enough to see why an email did not arrive. */
export const NOTICE_DAYS = 30

/** Emails about a booking, after its date: banks accept disputes for 120 days, and may take time to ask. */
export const BOOKING_MAIL_DAYS = 180

/** Finished jobs, which may contain an email address. */
export const JOB_DAYS = 1

/** Network addresses in the audit log. The database has its own copy of this figure, in `forget_audit_addresses()`. */
export const AUDIT_ADDRESS_DAYS = 90
