import type pg from 'pg'
import type { Deps } from '#server/lib/deps.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'

const QUARTER_HOUR = 15 * 60

/** Returns the rate limits for accounts (decisions, "Sessions"). Each name is one counter: two limits of one name share it. */
export function accountLimits(pool: pg.Pool, config: Deps['config']) {
  return {
    /** Per email address, or per device that its account is known on. */
    triesPerAccount: createRateLimit(pool, 'login-account', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
    triesPerAddress: createRateLimit(pool, 'login-address', config.SIGN_IN_TRIES_PER_ADDRESS, QUARTER_HOUR),
    signUpsPerAddress: createRateLimit(pool, 'signup', config.SIGN_UPS_PER_ADDRESS, QUARTER_HOUR),
    /** Emails with a link, per email address, or per device that its account is known on. */
    linkMails: createRateLimit(pool, 'link-mails', config.LINK_MAILS_PER_ACCOUNT, QUARTER_HOUR),
    /** Links requested and tried, per network address. */
    linksPerAddress: createRateLimit(pool, 'links-address', config.LINK_TRIES_PER_ADDRESS, QUARTER_HOUR),
    /** Repeated password checks of somebody signed in, who may have found the machine unlocked. */
    passwordChecks: createRateLimit(pool, 'password-check', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
  }
}
