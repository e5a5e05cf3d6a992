/** The domain of what stands for the address of somebody who has only a telephone. No domain on earth ends like this (RFC 2606). */
export const NO_EMAIL_DOMAIN = 'no-email.invalid'
