import type { Deps } from '#server/lib/deps.ts'
import { fault, ok, reasonOf, type Finding } from './finding.ts'

/** Asks the card provider with our key. */
export async function examineCards({ cards, config: { usesCardSandbox } }: Pick<Deps, 'cards' | 'config'>): Promise<Finding> {
  try {
    await cards.readBalance()
    if (usesCardSandbox) return ok('card provider', 'The card sandbox answers: no money moves.')
    return ok('card provider', `It takes our key, ${cards.isLive ? 'a live one' : 'a test key: no money moves'}.`)
  } catch (error) {
    const remedy = usesCardSandbox
      ? 'It runs with the site: start the site.'
      : 'Check STRIPE_SECRET_KEY; a restricted one must read the balance too.'
    return fault('card provider', `It does not answer: ${reasonOf(error)}`, remedy)
  }
}
