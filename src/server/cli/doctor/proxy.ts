import type { Deps } from '#server/lib/deps.ts'
import { PROBE, SEEN, signProbe } from '#server/lib/proxy-probe.ts'
import { fault, ok, warning, type Finding } from './finding.ts'

const ABOUT = 'proxy'
const WAIT_MS = 10_000
/** For documentation alone (RFC 5737), so nobody has it. */
const FORGED = '192.0.2.1'

/** Asks the site at its public address whom it takes us for, while we pretend to be somebody else. Nothing if it does not answer. */
export async function examineProxy({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Finding[]> {
  const { PUBLIC_URL: address, TRUST_PROXY: proxy } = config
  if (!address) return []
  const headers = { [PROBE]: await signProbe(db, now()), 'x-forwarded-for': FORGED }
  const signal = AbortSignal.timeout(WAIT_MS)
  const response = await fetch(new URL('/readyz', address), { headers, signal, redirect: 'manual' }).catch(() => undefined)
  if (!response) return []
  const seen = response.headers.get(SEEN)
  if (seen === null)
    return [warning(ABOUT, `What answers at ${address} is not the site on this database.`, 'Compare the name’s DNS entry and the proxy.')]
  if (seen === FORGED)
    return [
      fault(
        ABOUT,
        'A visitor can pretend to come from any address: the site believes an X-Forwarded-For that it is sent.',
        'Let TRUST_PROXY be how many proxies there are, and let each add to that header.',
      ),
    ]
  if (!proxy && address.startsWith('https:'))
    return [
      warning(
        ABOUT,
        `All visitors seem to come from one address, the proxy’s: ${seen}.`,
        'Set TRUST_PROXY to how many stand before the site, else a limit meant for one holds all.',
      ),
    ]
  return [ok(ABOUT, `Visitors are told apart; this machine comes from ${seen}.`)]
}
