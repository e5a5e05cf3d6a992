import { calls } from '#shared/paths.ts'
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
      ? 'It runs with the site: start the site.'
      : 'Check STRIPE_SECRET_KEY; a restricted one must read the balance too.'
    return [fault('card provider', `It does not answer: ${reasonOf(error)}`, remedy)]
  }
  const says = usesCardSandbox
    ? 'The card sandbox answers: no money moves.'
    : `It takes our key, ${cards.isLive ? 'a live one' : 'a test key: no money moves'}.`
  return [ok('card provider', says), await examineEndpoint({ cards, config })]
}

const ABOUT = 'webhook endpoint'

async function examineEndpoint({ cards, config }: Asked): Promise<Finding> {
  const address = new URL(calls.webhook, config.PUBLIC_URL || 'http://localhost')
  const found: WebhookEndpoint[] = []
  try {
    for await (const endpoint of cards.listWebhookEndpoints()) if (isAt(endpoint, address, config)) found.push(endpoint)
  } catch (error) {
    return warning(
      ABOUT,
      `The provider does not say which there are: ${reasonOf(error)}`,
      'Let a restricted key read webhook endpoints, or compare them with the README.',
    )
  }
  const enabled = found.filter(({ isEnabled }) => isEnabled)
  const [best] = enabled.toSorted((a, b) => a.missing.length - b.missing.length)
  if (!best)
    return fault(
      ABOUT,
      found.length > 0 ? `The provider has disabled ${address.href}.` : `The provider sends no events to ${address.href}.`,
      'Register or enable it at the provider, as the README says; bookings are confirmed late without.',
    )
  if (best.missing.length === 0) return ok(ABOUT, 'The provider sends it all events that are needed.')
  return fault(ABOUT, `The provider does not send it ${best.missing.join(', ')}.`, 'Register it for these too.')
}

/** The sandbox knows the site by its port on this machine, and a site without PUBLIC_URL does not know its own address. */
function isAt({ url }: WebhookEndpoint, address: URL, { usesCardSandbox, PUBLIC_URL }: Settings): boolean {
  return usesCardSandbox || !PUBLIC_URL ? new URL(url).pathname === address.pathname : new URL(url).href === address.href
}
