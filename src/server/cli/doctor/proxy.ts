import type { Deps } from '#server/lib/deps.ts'
import { PROBE, SEEN, signProbe } from '#server/lib/health.ts'
import { fault, ok, warning, type Finding } from './finding.ts'

const ABOUT = 'proxy'
const WAIT_MS = 10_000
/** For documentation alone (RFC 5737), so no one has it. */
const FORGED = '192.0.2.1'

/** Asks the site at its public address whom it takes us for, while we pretend to be someone else. Nothing if it does not answer. */
export async function examineProxy({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Finding[]> {
  const { PUBLIC_URL: address, TRUST_PROXY: proxy } = config
  if (!address) return []
  const headers = { [PROBE]: await signProbe(db, now()), 'x-forwarded-for': FORGED }
  const signal = AbortSignal.timeout(WAIT_MS)
  const response = await fetch(new URL('/readyz', address), { headers, signal, redirect: 'manual' }).catch(() => undefined)
  if (!response) return []
  const seen = response.headers.get(SEEN)
  if (seen === null) return [warning(ABOUT, `${address} is not the site running on this database.`, 'Check its DNS record and the proxy.')]
  if (seen === FORGED)
    return [
      fault(
        ABOUT,
        'Visitors can spoof their IP address: the site trusts the X-Forwarded-For header they send.',
        'Set TRUST_PROXY to the number of proxies, and make each one append to that header.',
      ),
    ]
  if (!proxy && address.startsWith('https:'))
    return [
      warning(
        ABOUT,
        `All visitors appear to come from the proxy’s address: ${seen}.`,
        'Set TRUST_PROXY to the number of proxies in front of the site; otherwise all visitors share one rate limit.',
      ),
    ]
  return [ok(ABOUT, `Visitors’ IP addresses are distinguished; this machine’s is ${seen}.`)]
}
