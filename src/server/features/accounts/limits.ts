import type pg from 'pg'
import type { Deps } from '#server/lib/deps.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'

const QUARTER_HOUR = 15 * 60
const DAY = 24 * 60 * 60

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
    /**
     * Codes of the second factor at sign-in, per account, or per device that it is known on. A code is a guess among a million, so
     * they are counted for a day as well.
     */
    codes: [
      createRateLimit(pool, 'code', config.CODE_TRIES_PER_ACCOUNT, QUARTER_HOUR),
      createRateLimit(pool, 'code-day', 6 * config.CODE_TRIES_PER_ACCOUNT, DAY),
    ],
    /** Codes of somebody signed in, who may have found the machine unlocked. */
    codeChecks: createRateLimit(pool, 'code-check', config.CODE_TRIES_PER_ACCOUNT, QUARTER_HOUR),
    /** Questions whether a password is a common one, per network address. */
    passwordQuestions: createRateLimit(pool, 'password-question', 10 * config.SIGN_UPS_PER_ADDRESS, QUARTER_HOUR),
  }
}
