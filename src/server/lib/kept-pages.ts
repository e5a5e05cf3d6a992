import { LRUCache } from 'lru-cache'
import { PackedResponse } from './packed-response.ts'

/** A page, and what it was made from: when that has changed, the page is made again. */
interface KeptPage {
  madeFrom: string
  response: PackedResponse
}

/** Pages that were made before, the least recently asked for forgotten first. */
export class KeptPages {
  readonly #pages: LRUCache<string, KeptPage>

  constructor(mostBytes: number) {
    this.#pages = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ response }) => response.size })
  }

  /** Returns the page of this key as it was made from the same before, or makes it. */
  async find(key: string, madeFrom: string, make: () => string): Promise<PackedResponse> {
    const known = this.#pages.get(key)
    if (known?.madeFrom === madeFrom) return known.response
    const response = await PackedResponse.of(make())
    this.#pages.set(key, { madeFrom, response })
    return response
  }
}
