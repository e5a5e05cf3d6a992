import type pg from 'pg'
import type { Deps } from '#server/lib/deps.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'

const MINUTE = 60
const QUARTER_HOUR = 15 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * 60 * 60

/** Returns the rate limits for accounts (decisions, "Sessions"). Each name is one counter: two limits of one name share it. */
export function accountLimits(pool: pg.Pool, config: Deps['config']) {
  return {
    /** Wrong passwords for one account: `createTries`. */
    tries: {
      perDevice: createRateLimit(pool, 'login-device', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
      perNetwork: createRateLimit(pool, 'login-account', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
      anHour: createRateLimit(pool, 'login-account-hour', 5 * config.SIGN_IN_TRIES_PER_ACCOUNT, HOUR),
      aMinute: createRateLimit(pool, 'login-account-minute', 1, MINUTE),
    },
    triesPerAddress: createRateLimit(pool, 'login-address', config.SIGN_IN_TRIES_PER_ADDRESS, QUARTER_HOUR),
    signUpsPerAddress: createRateLimit(pool, 'signup', config.SIGN_UPS_PER_ADDRESS, QUARTER_HOUR),
    /** Emails with a link, per account and network, or per device that it is known on. */
    linkMails: createRateLimit(pool, 'link-mails', config.LINK_MAILS_PER_ACCOUNT, QUARTER_HOUR),
    /** The same in a day, per account and network: nobody uses up alone what an address gets in a day. */
    linkMailsADay: createRateLimit(pool, 'link-mails-day', Math.ceil(config.MAILS_PER_ADDRESS / 2), DAY),
    /** The link of the day that nothing holds back, per account. */
    firstLink: createRateLimit(pool, 'first-link', 1, DAY),
    /** Links requested, and guessed at, per network address. */
    linksPerAddress: createRateLimit(pool, 'links-address', config.LINK_TRIES_PER_ADDRESS, QUARTER_HOUR),
    /** Uses of links that work, per account: each may be a password to hash. */
    linkUses: createRateLimit(pool, 'link-uses', 4 * config.LINK_MAILS_PER_ACCOUNT, QUARTER_HOUR),
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
