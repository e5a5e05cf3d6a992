export type CategoryId = 'power' | 'hand' | 'construction' | 'gardening'

export type Tool = {
  id: string
  name: string
  category: CategoryId
  /** In whole units; hire-prices.ts derives the other prices from it. */
  dayPrice: number
  available: boolean
  summary: string
  description: readonly string[]
  specs: readonly (readonly [label: string, value: string])[]
  included: readonly string[]
  safety: readonly string[]
}
