import { Button } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useResendConfirmation } from './api/resend-confirmation.ts'

export function SendLinkAgain() {
  const sending = useResendConfirmation()
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="mt-4 min-h-11"
        isBusy={sending.isPending}
        disabled={sending.isSuccess}
        onClick={() => sending.mutate()}
      >
        Send again
      </Button>
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {sending.isSuccess && 'A new link is on its way.'}
      </p>
      <p role="alert" className="text-sm font-medium text-danger not-empty:mt-3">
        {sending.isError && messageOf(sending.error, 'We couldn’t send the email. Please try again.', NO_RESPONSE)}
      </p>
    </>
  )
}
