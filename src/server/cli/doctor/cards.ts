import { deliverEvent } from '#shared/payments/calls.ts'
import type { WebhookEndpoint } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

type Settings = Pick<Deps['config'], 'usesCardSandbox' | 'PUBLIC_URL'>
type Asked = { cards: Deps['cards']; config: Settings }

/** Asks the card provider with our key, and whether it sends its events here. */
export async function examineCards({ cards, config }: Asked): Promise<Finding[]> {
  const { usesCardSandbox } = config
  try {
    await cards.readBalance()
  } catch (error) {
    const remedy = usesCardSandbox
      ? 'It runs as part of the site: start the site.'
      : 'Check STRIPE_SECRET_KEY. A restricted key also needs permission to read the balance.'
    return [fault('card provider', `It doesn’t respond: ${reasonOf(error)}`, remedy)]
  }
  const says = usesCardSandbox
    ? 'The card sandbox is running: no real payments are taken.'
    : `It accepts our key, ${cards.isLive ? 'a live key' : 'a test key: no real payments are taken'}.`
  return [ok('card provider', says), await examineEndpoint({ cards, config })]
}

const ABOUT = 'webhook endpoint'

async function examineEndpoint({ cards, config }: Asked): Promise<Finding> {
  const address = new URL(deliverEvent.path, config.PUBLIC_URL || 'http://localhost')
  const found: WebhookEndpoint[] = []
  try {
    for await (const endpoint of cards.listWebhookEndpoints()) if (isAt(endpoint, address, config)) found.push(endpoint)
  } catch (error) {
    return warning(
      ABOUT,
      `Couldn’t list the webhook endpoints: ${reasonOf(error)}`,
      'Give a restricted key permission to read webhook endpoints, or check them against the README.',
    )
  }
  const enabled = found.filter(({ isEnabled }) => isEnabled)
  const [best] = enabled.toSorted((a, b) => a.missing.length - b.missing.length)
  if (!best)
    return fault(
      ABOUT,
      found.length > 0 ? `The provider has disabled ${address.href}.` : `The provider sends no events to ${address.href}.`,
      'Register or enable it at the provider, as the README explains. Without it, bookings are confirmed late.',
    )
  if (best.missing.length === 0) return ok(ABOUT, 'The provider sends it all the required events.')
  return fault(ABOUT, `The provider doesn’t send it ${best.missing.join(', ')}.`, 'Subscribe it to these events as well.')
}

/** The sandbox knows the site by its port on this machine, and a site without PUBLIC_URL does not know its own address. */
function isAt({ url }: WebhookEndpoint, address: URL, { usesCardSandbox, PUBLIC_URL }: Settings): boolean {
  return usesCardSandbox || !PUBLIC_URL ? new URL(url).pathname === address.pathname : new URL(url).href === address.href
}
