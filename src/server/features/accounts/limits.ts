import type pg from 'pg'
import type { Deps } from '#server/lib/deps.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'

const QUARTER_HOUR = 15 * 60

/** How often what may be tried (decisions, "Sessions"). A name is a counter: two limits of one name are the same. */
export function accountLimits(pool: pg.Pool, config: Deps['config']) {
  return {
    triesPerAccount: createRateLimit(pool, 'login-account', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
    triesPerAddress: createRateLimit(pool, 'login-address', config.SIGN_IN_TRIES_PER_ADDRESS, QUARTER_HOUR),
    signUpsPerAddress: createRateLimit(pool, 'signup', config.SIGN_UPS_PER_ADDRESS, QUARTER_HOUR),
    /** Mails with a link to one address of mail. */
    linkMails: createRateLimit(pool, 'link-mails', config.LINK_MAILS_PER_ACCOUNT, QUARTER_HOUR),
    /** Links asked for and tried from one network address. */
    linksPerAddress: createRateLimit(pool, 'links-address', config.LINK_TRIES_PER_ADDRESS, QUARTER_HOUR),
    /** The password asked for again by somebody signed in, who may have found the machine unlocked. */
    passwordChecks: createRateLimit(pool, 'password-check', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
  }
}
