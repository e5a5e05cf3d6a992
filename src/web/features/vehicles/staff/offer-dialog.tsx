import type { StaffService } from '#shared/staff-services.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useFirstFocus } from '#web/components/use-first-focus.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { setServiceActive } from './api.ts'
import { offerConsequence } from './service-texts.ts'

type Props = { service: StaffService; onClose: () => void; onDone: (message: string) => void }

/** Says before what no longer offering a service does, or offering it again. */
export function OfferDialog({ service, onClose, onDone }: Props) {
  const { id, name, isActive } = service
  const changing = useCall({
    mutationFn: () => setServiceActive(id, !isActive),
    onSuccess: () => onDone(isActive ? `${name} is no longer offered.` : `${name} is offered again.`),
  })
  useFirstFocus()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isActive ? 'Stop offering this service' : 'Offer this service again'}
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" data-first={isActive || undefined} onClick={onClose}>
            Keep it as it is
          </Button>
          <Button
            size="small"
            className="min-h-11"
            variant={isActive ? 'danger' : 'primary'}
            data-first={!isActive || undefined}
            isBusy={changing.isPending}
            onClick={() => changing.mutate()}
          >
            {isActive ? 'Stop offering it' : 'Offer it again'}
          </Button>
        </>
      }
    >
      {changing.error && <Alert className="mb-4">{messageOf(changing.error, 'That did not work. Please try again.', NO_RESPONSE)}</Alert>}
      <p>{offerConsequence(service)}</p>
    </Dialog>
  )
}
