/** The domain of what stands for the address of somebody who has only a telephone. No domain on earth ends like this (RFC 2606). */
export const NO_EMAIL_DOMAIN = 'no-email.invalid'

/** What is noted of an email that was not sent since there was nowhere to send it. */
export const NO_ADDRESS = 'there is no email address'
