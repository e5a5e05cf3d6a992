/** Paths that every page needs, apart from their contracts, which bring schemas with them. */
export const REFRESH_TOKEN = '/auth/refresh-token'
export const CONFIRM_IDENTITY = '/auth/confirm-identity'
export const LOG_OUT = '/auth/logout'
export const AVATARS = '/avatars/'

/** Response header of a refused POST /auth/refresh-token if the browser has sent no cookie of a session. */
export const NO_COOKIES = 'x-no-cookies'
