import type { OptionDraft } from './selling-draft.ts'

/** The option whose seats an option takes: its own, or those of another one. */
export function ownerOf(options: readonly OptionDraft[], option: OptionDraft): OptionDraft {
  let owner = option
  for (let steps = 0; steps < options.length; steps++) {
    const next = options.find(({ key }) => key === owner.sharesWith)
    if (!next) return owner
    owner = next
  }
  return owner
}

/** The other options that have seats of their own, which this one can share. */
export function shareable(options: readonly OptionDraft[], option: OptionDraft): OptionDraft[] {
  return options.filter((other) => other !== option && other.sharesWith === '')
}

/** Removes an option. The first of those that shared its seats takes them over, as they may have been sold. */
export function withoutOption(options: readonly OptionDraft[], at: number): OptionDraft[] {
  const removed = options[at]
  const left = options.toSpliced(at, 1)
  const heir = left.find(({ sharesWith }) => sharesWith === removed?.key)
  if (!removed || !heir) return left
  const { sharesWith, seats, capacityGroup, key } = removed
  return left.map((option) => {
    if (option.sharesWith !== key) return option
    if (sharesWith !== '') return { ...option, sharesWith }
    return option === heir ? { ...option, sharesWith: '', seats, capacityGroup: capacityGroup || key } : { ...option, sharesWith: heir.key }
  })
}
