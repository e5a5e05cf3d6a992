import { pages } from '#shared/pages.ts'
import { CONSTRUCTION_TOOLS } from './construction-tools.ts'
import { GARDENING_TOOLS } from './gardening-tools.ts'
import { HAND_TOOLS } from './hand-tools.ts'
import { POWER_TOOLS } from './power-tools.ts'
import type { CategoryId, Tool } from './tool.ts'

export type Category = {
  id: CategoryId
  title: string
  /** What a single tool of the category is called. */
  singular: string
  path: string
  lead: string
  tools: readonly Tool[]
}

export const CATEGORIES: Readonly<Record<CategoryId, Category>> = {
  power: {
    id: 'power',
    title: 'Power Tools',
    singular: 'Power Tool',
    path: pages.powerTools,
    lead: 'Charged, sharpened and tried on a scrap of wood before they leave. Each comes with consumables: bits, discs and blades.',
    tools: POWER_TOOLS,
  },
  hand: {
    id: 'hand',
    title: 'Hand Tools',
    singular: 'Hand Tool',
    path: pages.handTools,
    lead: 'Good hand tools cost little to hire and a lot to buy badly. Ours are the ones we would want for ourselves.',
    tools: HAND_TOOLS,
  },
  construction: {
    id: 'construction',
    title: 'Construction Tools',
    singular: 'Construction Tool',
    path: pages.constructionTools,
    lead: 'For the jobs where hands are not enough: mixing, breaking, compacting, reaching.',
    tools: CONSTRUCTION_TOOLS,
  },
  gardening: {
    id: 'gardening',
    title: 'Gardening Tools',
    singular: 'Gardening Tool',
    path: pages.gardeningTools,
    lead: 'For the two weekends a year when a garden needs everything at once. No shed required afterwards.',
    tools: GARDENING_TOOLS,
  },
}

export const ALL_CATEGORIES: readonly Category[] = Object.values(CATEGORIES)
export const ALL_TOOLS: readonly Tool[] = ALL_CATEGORIES.flatMap(({ tools }) => tools)

export function findTool(id: string): Tool | undefined {
  return ALL_TOOLS.find((tool) => tool.id === id)
}
