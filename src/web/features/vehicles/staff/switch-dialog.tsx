import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'

type Props = {
  title: string
  act: string
  isActive: boolean
  consequence: string
  send: () => Promise<unknown>
  onClose: () => void
  onDone: () => void
}

/** Switches something on or off, explaining the consequences first. Before switching off, the focus is on Cancel. */
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
      {changing.error && <Alert className="mb-4">{messageOf(changing.error, 'That didn’t work. Please try again.', NO_RESPONSE)}</Alert>}
      <p>{consequence}</p>
    </Dialog>
  )
}
