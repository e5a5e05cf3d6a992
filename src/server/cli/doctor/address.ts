import tls from 'node:tls'
import type { Config } from '#server/config.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

const WAIT_MS = 10_000
const DAY_MS = 86_400_000
const SOON_DAYS = 14

/** Visits the site where customers do. */
export async function examineAddress({ PUBLIC_URL: address }: Pick<Config, 'PUBLIC_URL'>): Promise<Finding[]> {
  if (!address) return [warning('address', 'No public address is set.', 'Set PUBLIC_URL: it’s used for links in emails.')]
  return [await examineAnswer(address), ...(await examineCertificate(address))]
}

async function examineAnswer(address: string): Promise<Finding> {
  try {
    const response = await fetch(new URL('/readyz', address), { signal: AbortSignal.timeout(WAIT_MS), redirect: 'manual' })
    if (response.status === 200) return ok('address', `${address} responds and is ready.`)
    return fault('address', `${address} returned ${response.status}.`, 'Start the site and make sure the proxy forwards every path to it.')
  } catch (error) {
    const { cause } = error as Error
    return fault(
      'address',
      `Can’t reach ${address}: ${reasonOf(cause ?? error)}.`,
      'Check its DNS record, the proxy, and that the site is running.',
    )
  }
}

async function examineCertificate(address: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:') return []
  try {
    const days = Math.floor(((await certificateEnd(hostname, Number(port || 443))).getTime() - Date.now()) / DAY_MS)
    const says = `The certificate expires in ${days} days.`
    return [
      days >= SOON_DAYS ? ok('certificate', says) : warning('certificate', says, 'Renew it. Proxies such as Caddy do this automatically.'),
    ]
  } catch (error) {
    return [fault('certificate', `Browsers reject it: ${reasonOf(error)}.`, 'Have the proxy get a certificate for this name.')]
  }
}

function certificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ host, port, servername: host, timeout: WAIT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.end()
    })
    socket.on('error', reject)
    socket.on('timeout', () => socket.destroy(new Error('no response')))
  })
}
