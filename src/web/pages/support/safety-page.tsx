import { Printer } from 'lucide-react'
import { useState } from 'react'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/components/button.tsx'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { SUPPORT } from '#web/pages/layout/menus.ts'
import { SAFETY_CHECKS } from '#web/texts/safety-checks.ts'

/** A checklist to use on a phone or print. Nothing is stored. */
export function SafetyPage() {
  return (
    <ContentPage
      title="Safety"
      lead="A checklist for the minute before you begin. Tick it off here, or print it and take it to the job."
      trail={[SUPPORT]}
      siblings={SUPPORT}
      next={{
        title: 'Not sure? Ask before, not after',
        text: 'We would rather show you a tool for ten minutes than hear about it later.',
        action: { title: 'Ask us', path: pages.contact },
        other: { title: 'See all tools', path: pages.tools },
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
        <p className="max-w-text">
          In an emergency in the United Kingdom call <strong>999</strong> or <strong>112</strong>. Elsewhere in Europe 112 works too.
          Anywhere else, ask your guide for the local number on the first day.
        </p>
        <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" /> Print the checklist
        </Button>
      </div>
      <div className="mt-10 grid grid-cols-1 gap-6 md:grid-cols-2 print:grid-cols-2">
        {SAFETY_CHECKS.map((list) => (
          <Checklist key={list.id} {...list} />
        ))}
      </div>
    </ContentPage>
  )
}

function Checklist({ id, title, why, checks }: (typeof SAFETY_CHECKS)[number]) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const toggle = (check: string) => setDone((before) => (before.has(check) ? without(before, check) : new Set([...before, check])))
  const isDone = done.size === checks.length
  return (
    <section
      aria-labelledby={`check-${id}`}
      className="rounded-card bg-paper p-6 shadow-card sm:p-8 print:break-inside-avoid print:p-2 print:shadow-none"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`check-${id}`} className="text-xl">
          {title}
        </h2>
        <p role="status" className={isDone ? 'text-sm font-semibold text-sea print:hidden' : 'text-sm text-ink-soft print:hidden'}>
          {isDone ? 'All done' : `${done.size} of ${checks.length}`}
        </p>
      </div>
      <p className="mt-1 text-ink-soft">{why}</p>
      <ul className="mt-4">
        {checks.map((check) => (
          <li key={check}>
            <label className="flex min-h-11 gap-3 rounded-field py-2.5 has-checked:text-ink-soft">
              <input
                type="checkbox"
                checked={done.has(check)}
                onChange={() => toggle(check)}
                className="mt-0.5 size-6 shrink-0 accent-sea"
              />
              <span className="min-w-0">{check}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}

function without(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return new Set([...all].filter((each) => each !== one))
}
