import { readBooks, type Books } from './books.ts'
import { listLedgerFaults } from './ledger.ts'
import { passNight, type NightResult } from './night.ts'
import { readProviderList } from './provider-list.ts'
import type { Site } from './site.ts'
import type { Told } from './told.ts'
import { judge, type Verdict } from './verdict.ts'

export interface Judgement extends Verdict {
  books: Books
}

/** Lets one night pass, compares, and stops the site. */
export async function judgeSite(site: Site, told: Told): Promise<Judgement> {
  const night = await passNight(site)
  const books = await readBooks(site)
  const provider = await readProviderList(site)
  const verdict = judge(books, provider, told)
  const posted = await listLedgerFaults(site, books, provider)
  await site.stop()
  const faults = [
    ...verdict.faults,
    ...posted,
    ...nightFaults(verdict, night),
    ...site.collapses.map((text) => `the server ended: ${text}`),
  ]
  return { ...verdict, faults, books }
}

/** The site's own reconciliation must agree with ours. */
function nightFaults({ differs }: Verdict, night: NightResult): string[] {
  if ((night.code === 0) === !differs) return []
  return [`npm run reconcile ended with ${night.code}, though we found ${differs ? 'differences' : 'none'}: ${night.output}`]
}
