import { useState } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { QuestionDialog } from '#web/components/question-dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useSingleCall } from '#web/lib/use-single-call.ts'

type Props = { /** "$45". */ price: string; onGiveUp: () => Promise<void> }

/** Goes back to one price for everybody, if the user means it. */
export function OnePrice({ price, onGiveUp }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const [alert, setAlert] = useState('')
  const { run } = useSingleCall(async () => {
    setIsAsking(false)
    setAlert('')
    try {
      await onGiveUp()
    } catch (error) {
      setAlert(messageOf(error, 'We couldn’t switch to a single price. Please try again.', NO_RESPONSE))
    }
  })
  return (
    <div>
      {alert && <Alert className="mb-3">{alert}</Alert>}
      <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={() => setIsAsking(true)}>
        Switch to a single price
      </Button>
      {isAsking && (
        <QuestionDialog
          title="Switch to a single price?"
          yes="Switch to a single price"
          no="Keep the options"
          onYes={run}
          onNo={() => setIsAsking(false)}
        >
          <p>
            Everyone will pay {price}. This tour’s options, start times, seasons, extras and discounts will be deleted. Existing bookings
            aren’t affected.
          </p>
        </QuestionDialog>
      )}
    </div>
  )
}
