export type CategoryId = 'power' | 'hand' | 'construction' | 'gardening'

/** A tool for hire, with what people need to know before asking for it. */
export type Tool = {
  id: string
  name: string
  category: CategoryId
  /** Whole currency units per day: the other prices follow from it (hire-prices.ts). */
  dayPrice: number
  available: boolean
  /** One sentence for its card. */
  summary: string
  description: readonly string[]
  specs: readonly (readonly [label: string, value: string])[]
  included: readonly string[]
  safety: readonly string[]
}
