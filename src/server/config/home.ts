import { isLoopback, isLoopbackHost } from './fields.ts'

interface Settings {
  NODE_ENV: string
  HOST: string
  PUBLIC_URL?: string | undefined
  WEB_ORIGIN?: string | undefined
  TRUST_PROXY?: number | string | undefined
  ALLOWED_HOSTS: string[]
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_TEST_MODE: boolean
  CARD_SANDBOX: boolean
  DEMO?: boolean | undefined
}

/** Returns the first setting that exposes the site beyond this machine, or null. */
export function openedBy(values: Settings): string | null {
  const { NODE_ENV, HOST, PUBLIC_URL, WEB_ORIGIN, TRUST_PROXY = 0, ALLOWED_HOSTS } = values
  const reasons = {
    NODE_ENV: NODE_ENV === 'production',
    HOST: !isLoopbackHost(HOST),
    PUBLIC_URL: PUBLIC_URL !== undefined && !isLoopback(PUBLIC_URL),
    WEB_ORIGIN: WEB_ORIGIN !== undefined && !isLoopback(WEB_ORIGIN),
    TRUST_PROXY: TRUST_PROXY !== 0,
    ALLOWED_HOSTS: !ALLOWED_HOSTS.every(isLoopbackHost),
  }
  return Object.entries(reasons).find(([, isOpen]) => isOpen)?.[0] ?? null
}

/** Returns one line for each setting that is only for a real site, or never for one, and clashes with the rest. */
export function realityProblems({ NODE_ENV, PUBLIC_URL, STRIPE_SECRET_KEY = '', ...flags }: Settings): string[] {
  const problems: string[] = []
  const needs = 'which requires NODE_ENV=production and its related settings'
  const isLive = STRIPE_SECRET_KEY.includes('_live_')
  if (NODE_ENV !== 'production' && PUBLIC_URL?.startsWith('https:')) {
    problems.push(`PUBLIC_URL: is an https address, ${needs} (to try the site on this machine, leave PUBLIC_URL unset).`)
  }
  if (NODE_ENV !== 'production' && isLive) {
    problems.push(`STRIPE_SECRET_KEY: is a live key, ${needs} (to try the site, use a test key or none).`)
  }
  for (const name of ['CARD_SANDBOX', 'STRIPE_TEST_MODE'] as const)
    if (flags[name] && isLive) problems.push(`${name}: can’t be 1 with a live Stripe key, which takes real payments.`)
  if (flags.DEMO && isLive) problems.push('DEMO: can’t be 1 with a live Stripe key: demo tours can’t be sold (leave DEMO unset).')
  return problems
}
