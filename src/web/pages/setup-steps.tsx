import { KeyRound, ShieldCheck } from 'lucide-react'
import type { SetupStep } from '#shared/accounts/public.ts'
import { classNames } from '#web/lib/class-names.ts'

const STEPS = {
  password: { title: 'Choose a staff password', text: 'Your current one is too short or predates our rules.', icon: KeyRound },
  second_factor: { title: 'Set up two-step sign-in', text: 'You need your phone. It takes two minutes.', icon: ShieldCheck },
} as const

export function SetupSteps({ due }: { due: readonly SetupStep[] }) {
  return (
    <section aria-labelledby="setup-steps" className="mt-8 rounded-card bg-night p-[min(2rem,6vw)] text-white">
      <h2 id="setup-steps" className="text-2xl">
        {due.length === 1 ? 'One step before you start' : 'Two steps before you start'}
      </h2>
      <p className="mt-2 max-w-text text-white/80">
        You work with our travellers’ bookings and data, so your account needs more than a password. Until then, this is the only page you
        can open.
      </p>
      <ol className={classNames('mt-6 grid gap-4', due.length > 1 && 'md:grid-cols-2')}>
        {due.map((step, index) => {
          const { title, text, icon: Icon } = STEPS[step]
          return (
            <li key={step} className="flex gap-4 rounded-card bg-white/10 p-[min(1.25rem,5vw)]">
              <Icon aria-hidden="true" className="size-6 shrink-0 text-sun" />
              <div className="min-w-0">
                <p className="font-semibold">
                  <span>{due.length > 1 && `${index + 1}. `}</span>
                  {title}
                </p>
                <p className="text-sm text-white/80">{text}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
