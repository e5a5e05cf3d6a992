interface CodedTour {
  name: string
  options: readonly { id: string; name: string }[]
}

/** An option of the chosen tours, which may have the same id in several of them; `name` has each of its names once. */
export interface CodedOption {
  id: string
  name: string
}

/** The options of the chosen tours, with their tour if there are several, then those of a code that are not known, by their ids. */
export function optionsOf(tours: readonly (CodedTour | undefined)[], chosen: readonly string[] | null): CodedOption[] {
  const names = new Map<string, Set<string>>()
  const add = (id: string, name: string) => names.set(id, (names.get(id) ?? new Set()).add(name))
  for (const tour of tours)
    for (const { id, name } of tour?.options ?? []) add(id, tours.length > 1 ? `${name}, ${tour?.name ?? ''}` : name)
  for (const id of chosen ?? []) if (!names.has(id)) add(id, id)
  return Array.from(names, ([id, all]) => ({ id, name: [...all].join(' / ') }))
}

/** The chosen ones with this one or without it; null, which means all, if none is left. */
export function withOption(chosen: readonly string[] | null, id: string, isChosen: boolean): string[] | null {
  const others = (chosen ?? []).filter((each) => each !== id)
  const next = isChosen ? [...others, id] : others
  return next.length === 0 ? null : next
}

/** What is left of the chosen options once only these tours are; null, which means all, if that is none. */
export function keptOptions(chosen: readonly string[] | null, tours: readonly Pick<CodedTour, 'options'>[]): string[] | null {
  const kept = (chosen ?? []).filter((id) => tours.some(({ options }) => options.some((option) => option.id === id)))
  return kept.length === 0 ? null : kept
}
