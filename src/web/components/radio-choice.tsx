export type RadioForm<Name extends string> = { field: (name: Name) => { error: string | undefined } & object }

type Props<Name extends string> = {
  form: RadioForm<Name>
  name: Name
  value: string
  text: string
  hint?: string
  /** Whether it gets the dialog's initial focus. */
  isFirst?: boolean
}

export function RadioChoice<Name extends string>({ form, name, value, text, hint, isFirst }: Props<Name>) {
  const { error: _, ...control } = form.field(name)
  return (
    <label className="flex items-start gap-3 rounded-field border border-line px-4 py-3 has-checked:border-ink has-checked:bg-cream">
      <input {...control} type="radio" value={value} data-first={isFirst} className="mt-0.5 size-5 shrink-0 accent-coral-deep" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{text}</span>
        {hint && <span className="block text-ink-soft">{hint}</span>}
      </span>
    </label>
  )
}
