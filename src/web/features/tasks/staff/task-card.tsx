import { CalendarClock, UserCheck } from 'lucide-react'
import { stepsOf, TASK_KINDS, type StaffTask, type TaskStep } from '#shared/tasks.ts'
import { Button } from '#web/components/button.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { distanceText, lengthText, momentText } from '#web/lib/moments.ts'
import { actName, type TaskAct } from './task-texts.ts'

const DAY_MS = 86_400_000

/** Of several steps one stands out: the ordinary one. */
const LOOKS: Record<TaskStep, 'primary' | 'secondary' | 'danger'> = {
  confirm: 'primary',
  refund: 'danger',
  retry: 'primary',
  settle: 'secondary',
  keep: 'primary',
  withdraw: 'danger',
  takeUp: 'primary',
}

type Props = {
  task: StaffTask
  now: number
  /** Whether it belongs to whoever looks at it. */
  isOwn: boolean
  /** Whether they may do what moves money. */
  isInCharge: boolean
  onAct: (act: TaskAct) => void
  onTake: () => void
}

/** One open task: what it is, how old, whose, and what can be done about it. */
export function TaskCard({ task, now, isOwn, isInCharge, onAct, onTake }: Props) {
  const { kind, cause, openedAt, dueAt, assignee, person, booking, payment } = task
  const age = now - Date.parse(openedAt)
  const steps = stepsOf(kind)
  const titleId = `task-${task.id}`
  const facts = [
    booking && `Booking ${booking.reference}, ${booking.total}`,
    person && `${person.name}, ${person.email}`,
    payment && `Payment ${payment.id}`,
  ]
  return (
    <li aria-labelledby={titleId} className="px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id={titleId} tabIndex={-1} data-row className="min-w-0 font-sans text-base font-semibold tracking-normal">
          {TASK_KINDS[kind]}
        </h3>
        <p className={classNames('shrink-0 tabular-nums', age > DAY_MS ? 'font-semibold text-sun-deep' : 'text-ink-soft')}>
          {lengthText(age)} old
        </p>
      </div>
      <p className="mt-1 max-w-text wrap-anywhere">{cause}</p>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-0.5 text-ink-soft">
        {facts
          .filter((fact) => fact !== null)
          .map((fact) => (
            <li key={fact} className="wrap-anywhere">
              {fact}
            </li>
          ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {dueAt && (
          <p
            className={classNames('inline-flex items-center gap-1.5', Date.parse(dueAt) - now < 3 * DAY_MS && 'font-semibold text-danger')}
          >
            <CalendarClock aria-hidden="true" className="size-4" /> Due {momentText(dueAt)}, {distanceText(dueAt, now)}
          </p>
        )}
        <p className="inline-flex min-h-10 items-center gap-1.5">
          <UserCheck aria-hidden="true" className="size-4 text-ink-soft" />
          {isOwn ? 'Yours' : (assignee?.name ?? <span className="text-ink-soft">Nobody’s yet</span>)}
        </p>
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          {!isOwn && (
            <Button variant="quiet" size="small" onClick={onTake}>
              Take it
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={() => onAct('assign')}>
            {actName('assign', task)}
          </Button>
          <Button variant="secondary" size="small" onClick={() => onAct('close')}>
            {actName('close', task)}
          </Button>
          {isInCharge &&
            steps.map((step) => (
              <Button key={step} size="small" variant={LOOKS[step]} onClick={() => onAct(step)}>
                {actName(step, task)}
              </Button>
            ))}
          {!isInCharge && steps.length > 0 && (
            <p className="inline-flex min-h-10 items-center text-xs text-ink-soft">This is for a manager to decide.</p>
          )}
        </div>
      </div>
    </li>
  )
}
