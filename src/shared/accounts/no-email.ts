/** Domain of the placeholder address of customers without email. RFC 2606 guarantees that it never exists. */
export const NO_EMAIL_DOMAIN = 'no-email.invalid'

/** The note on an email that was not sent because its recipient has no address. */
export const NO_ADDRESS = 'there is no email address'
