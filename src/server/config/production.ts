import { isLoopback } from './fields.ts'

interface Settings {
  PUBLIC_URL?: string | undefined
  SMTP_URL?: string | undefined
  MAIL_TO_FILES: boolean
  TRUST_PROXY?: number | string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_TEST_MODE: boolean
  CARD_SANDBOX: boolean
}

/**
 * Returns one line for each reason not to run in production with these settings: each would seem to work and then fail the first customer.
 */
export function productionProblems(values: Settings): string[] {
  return [addressProblem(values), mailProblem(values), proxyProblem(values), cardProblem(values)].filter((line) => line !== undefined)
}

function addressProblem({ PUBLIC_URL }: Settings): string | undefined {
  if (!PUBLIC_URL) return 'PUBLIC_URL: is required in production (emails and checkout redirects use it).'
  if (PUBLIC_URL.startsWith('https:') || isLoopback(PUBLIC_URL)) return undefined
  return 'PUBLIC_URL: must start with https:// in production (http:// is only allowed on this machine), or passwords would be sent unencrypted.'
}

function mailProblem({ SMTP_URL, MAIL_TO_FILES }: Settings): string | undefined {
  if (SMTP_URL || MAIL_TO_FILES) return undefined
  return 'SMTP_URL: is required in production (or set MAIL_TO_FILES=1 to write emails to files instead of sending them).'
}

function proxyProblem({ TRUST_PROXY }: Settings): string | undefined {
  if (TRUST_PROXY !== undefined) return undefined
  return 'TRUST_PROXY: is required in production (0 if there is no proxy, otherwise how many, or their addresses).'
}

function cardProblem({ STRIPE_SECRET_KEY, STRIPE_TEST_MODE, CARD_SANDBOX }: Settings): string | undefined {
  if (!STRIPE_SECRET_KEY && !CARD_SANDBOX) {
    return 'STRIPE_SECRET_KEY: is required in production (or CARD_SANDBOX=1 to run the card sandbox, which takes no real payments).'
  }
  if (!STRIPE_SECRET_KEY?.includes('_test_') || STRIPE_TEST_MODE) return undefined
  return 'STRIPE_SECRET_KEY: is a test key, which takes no real payments. If that’s intended, set STRIPE_TEST_MODE=1.'
}
