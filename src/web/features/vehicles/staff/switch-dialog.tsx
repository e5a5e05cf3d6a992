import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'

type Props = {
  title: string
  /** What the button says. */
  act: string
  /** Whether it is on now, so that this switches it off. */
  isActive: boolean
  consequence: string
  send: () => Promise<unknown>
  onClose: () => void
  onDone: () => void
}

/** Says before what switching something off or on does. Before switching off, the focus is on the way back. */
export function SwitchDialog({ title, act, isActive, consequence, send, onClose, onDone }: Props) {
  const changing = useCall({ mutationFn: send, onSuccess: onDone })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <ActButtons
          onKeep={onClose}
          first={isActive ? 'keep' : 'act'}
          variant={isActive ? 'danger' : 'primary'}
          isBusy={changing.isPending}
          onClick={() => changing.mutate()}
        >
          {act}
        </ActButtons>
      }
    >
      {changing.error && <Alert className="mb-4">{messageOf(changing.error, 'That did not work. Please try again.', NO_RESPONSE)}</Alert>}
      <p>{consequence}</p>
    </Dialog>
  )
}
