import { missingToPublish, type StaffTourDetails } from '#shared/tours/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { publishTour } from '#shared/tours/staff-calls.ts'
import { TOUR_LIST } from '../tour-queries.ts'

type Props = { tour: StaffTourDetails; onClose: () => void; onDone: (tour: StaffTourDetails) => void }

/** Publishes a tour, listing first what is still missing. */
export function PublishDialog({ tour, onClose, onDone }: Props) {
  const send = useSend(publishTour, TOUR_LIST)
  const publishing = useCall({ mutationFn: () => send({ params: { id: tour.id }, body: { version: tour.version } }), onSuccess: onDone })
  const refused = publishing.error instanceof CallError ? publishing.error.issues : []
  const missing = [...missingMessages(tour), ...refused.map(({ message }) => message)]
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={missing.length > 0 ? 'Not ready to publish' : 'Publish this tour'}
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onClose}>
            {missing.length > 0 ? 'Back to the tour' : 'Not yet'}
          </Button>
          {missing.length === 0 && (
            <Button size="small" className="min-h-11" data-first isBusy={publishing.isPending} onClick={() => publishing.mutate()}>
              Publish
            </Button>
          )}
        </>
      }
    >
      {missing.length > 0 ? (
        <>
          <p className="mb-2">Still missing:</p>
          <ul className="list-disc space-y-1 pl-5">
            {[...new Set(missing)].map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          {publishing.isError && (
            <Alert className="mb-4">{messageOf(publishing.error, 'We couldn’t publish the tour.', NO_RESPONSE)}</Alert>
          )}
          <p>Travellers will be able to find and book “{tour.fields.name}”. You can unpublish it at any time.</p>
        </>
      )}
    </Dialog>
  )
}

function missingMessages({ fields, pictures }: StaffTourDetails): string[] {
  const undescribed = pictures.filter(({ alt }) => alt === '').length
  const lines = missingToPublish(fields).map(({ message }) => message)
  return undescribed === 0 ? lines : [...lines, undescribed === 1 ? 'Please describe 1 picture' : `Please describe ${undescribed} pictures`]
}
