import type pg from 'pg'
import type { Deps } from '#server/lib/deps.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'

const MINUTE = 60

const QUARTER_HOUR = 15 * MINUTE

const HOUR = 60 * MINUTE

const DAY = 24 * 60 * 60

/** Rate limits for accounts. Limits with the same name share a counter. */
export function accountLimits(pool: pg.Pool, config: Deps['config']) {
  return {
    tries: {
      perDevice: createRateLimit(pool, 'login-device', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
      perNetwork: createRateLimit(pool, 'login-account', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
      anHour: createRateLimit(pool, 'login-account-hour', 5 * config.SIGN_IN_TRIES_PER_ACCOUNT, HOUR),
      aMinute: createRateLimit(pool, 'login-account-minute', 1, MINUTE),
    },
    /** Per account, no matter who has used up its tries. */
    codeMails: createRateLimit(pool, 'sign-in-code-mails', 1, HOUR),
    /** Passwords tried with one emailed code. */
    triesPerCode: createRateLimit(pool, 'login-emailed-code', config.SIGN_IN_TRIES_PER_ACCOUNT, DAY),
    triesPerAddress: createRateLimit(pool, 'login-address', config.SIGN_IN_TRIES_PER_ADDRESS, QUARTER_HOUR),
    signUpsPerAddress: createRateLimit(pool, 'signup', config.SIGN_UPS_PER_ADDRESS, QUARTER_HOUR),
    linkMails: createRateLimit(pool, 'link-mails', config.LINK_MAILS_PER_ACCOUNT, QUARTER_HOUR),
    /** Daily, so that no single network uses up an address's emails for the day. */
    linkMailsADay: createRateLimit(pool, 'link-mails-day', Math.ceil(config.MAILS_PER_ADDRESS / 2), DAY),
    /** A network's own share, which no other network can use up. */
    networkLink: createRateLimit(pool, 'network-link', 1, DAY),
    /** Per account. No other limit applies to this link, so one that works is always in the mailbox. */
    hourlyLink: createRateLimit(pool, 'hourly-link', 1, HOUR),
    /** Per account. No other limit applies to this link. */
    firstLink: createRateLimit(pool, 'first-link', 1, DAY),
    linksPerAddress: createRateLimit(pool, 'links-address', config.LINK_TRIES_PER_ADDRESS, QUARTER_HOUR),
    /** Uses of working links per account, since each may mean hashing a password. */
    linkUses: createRateLimit(pool, 'link-uses', 4 * config.LINK_MAILS_PER_ACCOUNT, QUARTER_HOUR),
    /** Limits the guesses of someone who has found the machine unlocked. */
    passwordChecks: createRateLimit(pool, 'password-check', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR),
    /**
     * Second-factor codes at sign-in, per account or known device. Since each guess has a chance of one in a million,
     * there is a daily limit too.
     */
    codes: [
      createRateLimit(pool, 'code', config.CODE_TRIES_PER_ACCOUNT, QUARTER_HOUR),
      createRateLimit(pool, 'code-day', 6 * config.CODE_TRIES_PER_ACCOUNT, DAY),
    ],
    codeChecks: createRateLimit(pool, 'code-check', config.CODE_TRIES_PER_ACCOUNT, QUARTER_HOUR),
    passwordQuestions: createRateLimit(pool, 'password-question', 10 * config.SIGN_UPS_PER_ADDRESS, QUARTER_HOUR),
  }
}
