import { useRef, useState } from 'react'
import { useReload } from '#web/lib/use-send.ts'
import { Alert } from '#web/components/alert.tsx'
import { ConfirmFirst } from './confirm-first.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { SecondFactorChanges } from './second-factor-changes.tsx'
import { secondFactorQuery, type SecondFactor } from './api/get-second-factor.ts'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { FactorFact } from './second-factor-state.tsx'

/** Setup of the second factor, or its management once it is on. */
export function SecondFactorSection({ factor }: { factor: SecondFactor }) {
  const [codes, setCodes] = useState<string[]>()
  const section = useRef<HTMLDivElement>(null)
  const readAgain = useReload(secondFactorQuery.queryKey)
  const kept = () => {
    setCodes(undefined)
    void readAgain()
    section.current?.focus()
  }
  // The button that opened the dialog disappears with the second factor.
  const removed = () => void readAgain().then(() => section.current?.focus())

  if (!factor.isAvailable) {
    return (
      <Alert kind="info">
        This is a shared demo account, so you can’t turn on two-step sign-in. Sign up for your own account to try it.
      </Alert>
    )
  }
  return (
    <div ref={section} tabIndex={-1} className="outline-none">
      {codes && <RecoveryCodeList codes={codes} onKept={kept} />}
      {!codes && factor.isOn && (
        <>
          <FactorFact factor={factor} />
          <SecondFactorChanges isCompulsory={factor.isCompulsory === true} onRemoved={removed} onNewCodes={setCodes} />
        </>
      )}
      {!codes && !factor.isOn && (
        <ConfirmFirst>
          <SecondFactorSetup onDone={setCodes} />
        </ConfirmFirst>
      )}
    </div>
  )
}
