import { useEffect, useRef, useState } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { PasswordForm } from './password-form.tsx'

/** Staff need a stronger password than customers. */
export function StaffPassword({ onDone }: { onDone: () => void }) {
  const [isDone, setIsDone] = useState(false)
  const said = useRef<HTMLDivElement>(null)
  // The form disappears together with the button that was pressed.
  useEffect(() => {
    if (isDone) said.current?.focus()
  }, [isDone])
  const finish = () => {
    setIsDone(true)
    onDone()
  }
  return (
    <div ref={said} tabIndex={-1} className="outline-none">
      {isDone ? (
        <Alert kind="success">Your password has been changed. All your other devices have been signed out.</Alert>
      ) : (
        <PasswordForm onDone={finish} />
      )}
    </div>
  )
}
