import { useId, type ComponentProps, type ReactNode } from 'react'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { ActButtons } from './act-buttons.tsx'
import { Alert, type AlertKind } from './alert.tsx'
import { Dialog } from './dialog.tsx'
import { KeptNote } from './kept-note.tsx'

type Frame = Pick<ComponentProps<typeof Dialog>, 'title' | 'onClose' | 'size'> &
  Pick<ComponentProps<typeof ActButtons>, 'keep' | 'first' | 'variant' | 'disabled'> & {
    /** The text of the button that acts. */
    act: ReactNode
    children: ReactNode
  }

type FormProps = Frame & {
  /** What `useCheckedForm` or `useKeptForm` returns. */
  form: { props: ComponentProps<'form'>; alert: string; isBusy: boolean; kept?: ComponentProps<typeof KeptNote> }
  /** Lays out the fields. */
  className?: string
  alertKind?: AlertKind
}

/** A dialog with a form: the restored input's note, the error, the fields, and a way back beside the button that sends them. */
export function FormDialog({
  form,
  title,
  size,
  onClose,
  act,
  className = 'grid gap-4',
  alertKind = 'error',
  children,
  ...buttons
}: FormProps) {
  const id = useId()
  const { props, alert, isBusy, kept } = form
  const footer = (
    <ActButtons {...buttons} onKeep={onClose} form={id} isBusy={isBusy}>
      {act}
    </ActButtons>
  )
  return (
    <Dialog isOpen title={title} size={size} onClose={onClose} footer={footer}>
      <form {...props} id={id} className={className}>
        <div className="col-span-full space-y-3 empty:hidden">
          {kept && <KeptNote {...kept} />}
          {alert && <Alert kind={alertKind}>{alert}</Alert>}
        </div>
        {children}
      </form>
    </Dialog>
  )
}

type ActProps = Frame & {
  /** What `useCall` returns. */
  call: { isPending: boolean; error: Error | null; mutate: () => void }
}

/** A dialog that says what an action entails, and starts it. */
export function ActDialog({ call, title, size, onClose, act, children, ...buttons }: ActProps) {
  const { isPending, error, mutate } = call
  const footer = (
    <ActButtons first="act" {...buttons} onKeep={onClose} isBusy={isPending} onClick={() => mutate()}>
      {act}
    </ActButtons>
  )
  return (
    <Dialog isOpen title={title} size={size} onClose={onClose} footer={footer}>
      {error && <Alert className="mb-4">{messageOf(error, 'That didn’t work. Please try again.', NO_RESPONSE)}</Alert>}
      {children}
    </Dialog>
  )
}
