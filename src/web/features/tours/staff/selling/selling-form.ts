import { get, type FieldPath } from 'react-hook-form'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { useCheckedForm } from '#web/components/use-checked-form.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { checkSelling } from './check-selling.ts'
import type { OptionDraft, SellingDraft } from './selling-draft.ts'

type Checked = ReturnType<typeof useCheckedForm<SellingDraft, Selling>>
type Name = FieldPath<SellingDraft>
export type SellingForm = ReturnType<typeof withLists>

/** The form with what its lists need. */
export function withLists(form: Checked) {
  const { library } = form
  const { errors } = library.formState
  return {
    ...form,
    /** Whether anything in this part has an error. */
    isWrong: (name: Name) => get<unknown>(errors, name) !== undefined,
    /** Adopts lists with entries added, moved or removed: errors that are no longer true go, but nothing is complained about before its time. */
    arrange: (changed: Partial<SellingDraft> | ((now: SellingDraft) => Partial<SellingDraft>)) => {
      const parts = typeof changed === 'function' ? changed(library.getValues()) : changed
      for (const [key, value] of Object.entries(parts) as [keyof SellingDraft, SellingDraft[keyof SellingDraft]][])
        library.setValue(key, value)
      const left = messagesOf(checkSelling(library.getValues()))
      for (const path of pathsIn(errors)) if (!(path in left)) library.clearErrors(path as Name)
    },
  }
}

/** What each part of an option's fields gets. */
export type OptionProps = {
  form: SellingForm
  at: number
  option: OptionDraft
  onChange: (part: Partial<OptionDraft>) => void
}

/** The dotted paths of all errors in the form library's tree. */
export function pathsIn(errors: object, above = ''): string[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    // A field may be called "type" itself, but then its error is an object.
    return 'type' in value && typeof value.type === 'string' ? [`${above}${key}`] : pathsIn(value, `${above}${key}.`)
  })
}
