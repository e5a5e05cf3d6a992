import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'

type Props = { title: string; error: unknown; isBusy: boolean; onRetry: () => void }

export function FailedPart({ title, error, isBusy, onRetry }: Props) {
  return (
    <Alert
      title={title}
      action={
        <Button size="small" variant="secondary" isBusy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOf(error, 'Something went wrong on our side.', NO_RESPONSE)}
    </Alert>
  )
}
