import { useId, type ComponentProps, type ReactNode } from 'react'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { momentText } from '#web/lib/moments.ts'
import { Alert, type AlertKind } from './alert.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

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

type ButtonsProps = Omit<ComponentProps<typeof Button>, 'type' | 'size' | 'className'> & {
  onKeep: () => void
  keep?: string
  /** Which button gets the initial focus; neither if the dialog has a field for it. */
  first?: 'keep' | 'act' | undefined
}

/** Footer of a console dialog that performs an action: a way back and the action's button, which submits a form if it names one. */
export function ActButtons({ onKeep, keep = 'Back', first, ...act }: ButtonsProps) {
  return (
    <>
      <Button variant="secondary" size="small" className="min-h-11" data-first={first === 'keep' || undefined} onClick={onKeep}>
        {keep}
      </Button>
      <Button {...act} type={act.form ? 'submit' : 'button'} size="small" className="min-h-11" data-first={first === 'act' || undefined} />
    </>
  )
}

type NoteProps = {
  /** When it was typed (ISO 8601); without it the note is not shown. */
  at: string | undefined
  /** Whether the subject has changed since. */
  isOutdated?: boolean
  onDiscard: () => void
  className?: string
}

/** Says that earlier input has been restored, with a button to discard it. */
export function KeptNote({ at, isOutdated = false, onDiscard, className }: NoteProps) {
  if (at === undefined) return null
  return (
    <Alert
      kind={isOutdated ? 'warning' : 'info'}
      className={className}
      action={
        <Button variant="quiet" size="small" className="-my-1.5 shrink-0" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      You have unsaved changes from {momentText(at)}.
      <span>{isOutdated && ' Someone else has changed this since then. Your changes are shown on top of theirs.'}</span>
    </Alert>
  )
}
