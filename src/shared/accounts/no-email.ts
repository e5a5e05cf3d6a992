/** Domain of the placeholder address of customers without email. RFC 2606 guarantees that it never exists. */
export const NO_EMAIL_DOMAIN = 'no-email.invalid'

/** Stored as the failure of an email that was not sent because its recipient has no address. */
export const NO_ADDRESS = 'no_address'
