import type { OptionDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'

/** What each part of an option's fields gets. */
export type OptionProps = {
  form: SellingForm
  at: number
  option: OptionDraft
  onChange: (part: Partial<OptionDraft>) => void
}
