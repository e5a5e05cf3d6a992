import { useId, type ReactNode } from 'react'

type Props = { title: string; text?: string; children: ReactNode }

export function SettingsSection({ title, text, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-t border-line py-8 md:grid-cols-[min(15rem,38%)_minmax(0,1fr)] md:py-10"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {text && <p className="mt-1.5 text-sm text-ink-soft">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
