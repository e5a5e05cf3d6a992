import { useEffect } from 'react'
import { assignTaskBodySchema, closeTaskBodySchema, TASK_KINDS, type StaffTask } from '#shared/tasks.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { assignTask, closeTask, takeStep } from './api.ts'
import { actName, consequence, doneText, type TaskAct } from './task-texts.ts'

type Props = { task: StaffTask; act: TaskAct; onClose: () => void; /** `message`: what has been done. */ onDone: (message: string) => void }

type Values = { email: string; outcome: string }

/** Says before what will happen and how much money moves, asks for what it needs, and does it. */
export function TaskDialog({ task, act, onClose, onDone }: Props) {
  const form = useCheckedForm<Values, Values>({
    start: { email: '', outcome: '' },
    check: (values) => checked(values, act),
    send: async ({ email, outcome }) => {
      if (act === 'assign') await assignTask(task.id, email)
      else if (act === 'close') await closeTask(task.id, outcome)
      else await takeStep(task.id, act)
      onDone(doneText(act))
    },
  })
  const hasField = act === 'assign' || act === 'close'
  // After the dialog's own effect, which focuses its cross.
  useEffect(() => document.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={act === 'close' ? 'Close this task' : actName(act, task)}
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onClose} data-first={!hasField || undefined}>
            Keep it as it is
          </Button>
          <Button
            type="submit"
            form="task"
            size="small"
            className="min-h-11"
            variant={act === 'refund' ? 'danger' : 'primary'}
            isBusy={form.isBusy}
          >
            {act === 'close' ? 'Close the task' : actName(act, task)}
          </Button>
        </>
      }
    >
      <form {...form.props} id="task" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        <p className="text-ink-soft">{TASK_KINDS[task.kind]}</p>
        <p>{consequence(act, task)}</p>
        {act === 'assign' && (
          <TextField {...form.field('email')} data-first label="Email of who takes it" type="email" autoComplete="off" />
        )}
        {act === 'close' && (
          <TextArea
            {...form.field('outcome')}
            data-first
            label="How was it settled?"
            hint="Such as: paid back by transfer, reference 4711."
            rows={3}
          />
        )}
      </form>
    </Dialog>
  )
}

function checked(values: Values, act: TaskAct) {
  if (act === 'close')
    return closeTaskBodySchema.safeParse(values).success
      ? { success: true as const, data: values }
      : failed('outcome', 'Please say how it was settled')
  if (act === 'assign' && (!assignTaskBodySchema.safeParse(values).success || !values.email.includes('@')))
    return failed('email', 'Please enter a valid email')
  return { success: true as const, data: values }
}

function failed(path: keyof Values, message: string) {
  return { success: false as const, error: { issues: [{ path, message }] } }
}
