import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { getSecondFactor } from '#shared/accounts/security-calls.ts'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { queryOf, type AnswerOf } from '#web/lib/ask.ts'

export type SecondFactor = AnswerOf<typeof getSecondFactor>

export const secondFactorQuery = queryOf(getSecondFactor, {}, { staleTime: 0 })

/** The second factor's state in the settings, with a link to manage it. */
export function SecondFactorState() {
  const { data } = useQuery(secondFactorQuery)
  return (
    <div>
      {data ? <FactorFact factor={data} /> : <p className="max-w-text">Enter a code from your phone after your password.</p>}
      <ButtonLink to={pages.security} variant="secondary" size="small" className="mt-4 min-h-11">
        {data?.isOn ? 'Manage two-step sign-in' : 'Set up two-step sign-in'}
      </ButtonLink>
    </div>
  )
}

export function FactorFact({ factor: { isOn, recoveryCodesLeft: left } }: { factor: SecondFactor }) {
  return isOn ? (
    <div>
      <p className="flex items-center gap-2 font-semibold text-sea-deep">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
        Two-step sign-in is on
      </p>
      {left !== undefined && (
        <p className={`mt-1 text-sm ${left < 3 ? 'font-medium text-sun-deep' : 'text-ink-soft'}`}>
          {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
        </p>
      )}
    </div>
  ) : (
    <p className="flex items-center gap-2 font-semibold text-ink-soft">
      <ShieldOff aria-hidden="true" className="size-5 shrink-0" />
      Two-step sign-in is off
    </p>
  )
}
