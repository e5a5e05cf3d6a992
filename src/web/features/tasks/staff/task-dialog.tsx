import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { listColleagues } from '#shared/accounts/colleague-calls.ts'
import { assignTask, closeTask } from '#shared/tasks/staff-calls.ts'
import {
  closeTaskBodySchema,
  disownPaymentBodySchema,
  settleRefundBodySchema,
  takeUpPaymentBodySchema,
  TASK_KINDS,
  type StaffTask,
} from '#shared/tasks/staff.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'
import { actName, asksForReference, assignmentOf, consequence, doneText, takeStep, type TaskAct } from './task-acts.ts'

type Props = {
  task: StaffTask
  act: TaskAct
  onClose: () => void
  onDone: (message: string) => void
  /** Called if someone else was first; `message` says what they did. */
  onTooLate: (message: string) => void
}

const TASKS = consoleKey('tasks')

type Values = { email: string; outcome: string; reference: string }

const REFERENCES = {
  settle: { label: 'How was it paid?', hint: 'For example: bank transfer, reference 4711.' },
  takeUp: { label: 'Booking reference', hint: 'For example, M-7K3P9XQD.' },
  disown: {
    label: 'Whose payment is it, or what happened to it?',
    hint: 'For example: from our other shop; refunded at the card provider.',
  },
  payBack: { label: 'How was it repaid?', hint: 'For example: bank transfer, reference 4711.' },
}
const REFERENCE_CHECKS = {
  settle: settleRefundBodySchema,
  takeUp: takeUpPaymentBodySchema,
  disown: disownPaymentBodySchema,
  payBack: settleRefundBodySchema,
}

/** Explains an action and how much money moves, asks for what it needs, and carries it out. */
export function TaskDialog({ task, act, onClose, onDone, onTooLate }: Props) {
  const [assign, close, step] = [useSend(assignTask, TASKS), useSend(closeTask, TASKS), useSend(takeStep, TASKS)]
  const form = useCheckedForm<Values, Values>({
    start: { email: '', outcome: '', reference: task.booking?.reference && act === 'takeUp' ? task.booking.reference : '' },
    check: (values) => checked(values, act),
    send: async ({ email, outcome, reference }) => {
      if (act === 'assign') await assign(assignmentOf(task, email))
      else if (act === 'close') await close({ params: { id: task.id }, body: { outcome } })
      else await step(task.id, act, reference)
      onDone(doneText(act))
    },
    onChanged: onTooLate,
  })
  const hasField = act === 'assign' || act === 'close' || asksForReference(act)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={act === 'close' ? 'Close this task' : actName(act, task)}
      first={hasField ? undefined : 'keep'}
      variant={act === 'refund' || act === 'withdraw' ? 'danger' : 'primary'}
      act={act === 'close' ? 'Close the task' : actName(act, task)}
    >
      <p className="text-ink-soft">{TASK_KINDS[task.kind]}</p>
      <p>{consequence(act, task)}</p>
      {act === 'assign' && <ColleagueField {...form.choice('email')} assigneeId={task.assignee?.id} />}
      {asksForReference(act) && <TextField {...form.field('reference')} data-first autoComplete="off" {...REFERENCES[act]} />}
      {act === 'close' && (
        <TextArea {...form.field('outcome')} data-first label="How was it resolved?" hint="For example: phoned, they’re coming." rows={3} />
      )}
    </FormDialog>
  )
}

const colleaguesQuery = queryOf(listColleagues, {})

type ColleagueProps = Omit<ComponentProps<typeof SelectField>, 'options' | 'label' | 'placeholder' | 'hint'> & {
  assigneeId: string | undefined
}

function ColleagueField({ assigneeId, ...field }: ColleagueProps) {
  const { data = [], isError } = useQuery(colleaguesQuery)
  const options = data.filter(({ id }) => id !== assigneeId).map(({ name, email }) => ({ value: email, label: `${name}, ${email}` }))
  return (
    <SelectField
      {...field}
      label="Assign to"
      options={options}
      placeholder="Please choose"
      hint={isError ? 'We couldn’t load the staff list.' : undefined}
    />
  )
}

function checked(values: Values, act: TaskAct) {
  if (act === 'close')
    return closeTaskBodySchema.safeParse(values).success
      ? { success: true as const, data: values }
      : failed('outcome', 'Please say how it was resolved')
  if (act === 'assign' && values.email === '') return failed('email', 'Please choose a person')
  if (asksForReference(act)) {
    const { error } = REFERENCE_CHECKS[act].safeParse(values)
    if (error) return failed('reference', error.issues[0]?.message ?? '')
  }
  return { success: true as const, data: values }
}

function failed(path: keyof Values, message: string) {
  return { success: false as const, error: { issues: [{ path, message }] } }
}
