import type { QueryResultRow } from 'pg'
import type { WebBrowser } from '../../tests/support/web-browser.ts'
import { pick } from './weather.ts'
import type { World } from './world.ts'

/** What a clerk works with. */
export interface Desk {
  world: World
  random: () => number
  browser: WebBrowser
}

/** Picks one of the rows that a query finds, which should put newest first. */
export async function pickRow<Row extends QueryResultRow>({ world, random }: Desk, query: string): Promise<Row | undefined> {
  const rows = await world.site.server.query<Row>(query)
  return rows.length > 0 ? pick(random, rows) : undefined
}

/** Returns a reference that the seed decides. */
export function newReference({ random }: Desk, word: string): string {
  return `${word} ${Math.floor(random() * 1_000_000_000)}`
}
