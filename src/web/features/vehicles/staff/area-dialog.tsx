import type { StaffArea } from '#shared/coverage.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useFirstFocus } from '#web/components/use-first-focus.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { setAreaActive } from './api.ts'
import { offConsequence } from './coverage-texts.ts'

type Props = { area: StaffArea; areas: StaffArea[]; onClose: () => void; onDone: (message: string) => void }

/** Says before what switching an area off or on does. */
export function AreaDialog({ area, areas, onClose, onDone }: Props) {
  const { code, name, isActive } = area
  const changing = useCall({
    mutationFn: () => setAreaActive(code, !isActive),
    onSuccess: () => onDone(isActive ? `${code} is no longer served.` : `${code} is served again.`),
  })
  const act = isActive ? 'Stop serving it' : 'Serve it again'
  useFirstFocus()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${code}, ${name}`}
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
            {act}
          </Button>
        </>
      }
    >
      {changing.error && <Alert className="mb-4">{messageOf(changing.error, 'That did not work. Please try again.', NO_RESPONSE)}</Alert>}
      <p>{isActive ? offConsequence(area, areas) : `Quotes from and to ${code} (${name}) can be asked for again, from now on.`}</p>
    </Dialog>
  )
}
