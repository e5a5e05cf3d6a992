import { ButtonLink } from '#web/components/button.tsx'
import type { MenuLink } from '#web/pages/layout/menus.ts'

export type NextStepProps = { title: string; text: string; action: MenuLink; other?: MenuLink }

export function NextStep({ title, text, action, other }: NextStepProps) {
  return (
    <section aria-labelledby="next-step-title" className="page-width pb-16 md:pb-24 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 rounded-card bg-sea-tint p-6 sm:p-10">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="next-step-title" className="text-2xl">
            {title}
          </h2>
          <p className="mt-2 max-w-text text-ink-soft">{text}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={action.path}>{action.title}</ButtonLink>
          {other && (
            <ButtonLink to={other.path} variant="secondary">
              {other.title}
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  )
}
