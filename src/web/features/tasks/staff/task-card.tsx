import { infiniteQueryOptions } from '@tanstack/react-query'
import { CalendarClock, UserCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Role } from '#shared/accounts/public.ts'
import { consolePages } from '#shared/pages.ts'
import { withoutAdvice } from '#shared/tasks/causes.ts'
import { listTasks } from '#shared/tasks/staff-calls.ts'
import { permissionToClose, possibleEnds, TASK_KINDS, type StaffTask, type TaskStep } from '#shared/tasks/staff.ts'
import { Button } from '#web/components/button.tsx'
import { ProviderId, ShortIds } from '#web/components/short-ids.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { getPage } from '#web/lib/http.ts'
import { distanceText, lengthText, momentText } from '#web/lib/moments.ts'
import { withProviderReasons } from '#web/lib/provider-codes.ts'
import { actName, type TaskAct } from './task-acts.ts'

const DAY_MS = 86_400_000
const PAGE = 50
const FIRST_PAGE = ''

/** Open tasks, oldest first. */
export const tasksQuery = infiniteQueryOptions({
  queryKey: consoleKey('tasks'),
  queryFn: async ({ signal, pageParam }) => {
    const query = { limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
    const { body, total = 0 } = await getPage(listTasks.path, query, { signal })
    return { tasks: await exactResponseOf(listTasks.returns, Promise.resolve(body)), total }
  },
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ tasks, total }, pages) => {
    const loaded = pages.reduce((sum, page) => sum + page.tasks.length, 0)
    return loaded < total ? tasks.at(-1)?.id : undefined
  },
  refetchOnWindowFocus: true,
})

/** Of several steps, only the usual one is highlighted. */
const LOOKS: Record<TaskStep | 'close', 'primary' | 'secondary' | 'danger'> = {
  close: 'secondary',
  confirm: 'primary',
  refund: 'danger',
  retry: 'primary',
  settle: 'secondary',
  keep: 'primary',
  withdraw: 'danger',
  takeUp: 'primary',
  disown: 'secondary',
  payBack: 'primary',
  sameRefund: 'primary',
  otherRefund: 'secondary',
}

type Props = {
  task: StaffTask
  now: number
  /** Whether the task is assigned to the current user. */
  isOwn: boolean
  /** Whether the task concerns the current user's own booking, so that a colleague must decide about its money. */
  isAboutOwn: boolean
  role: Role
  personPath: (person: NonNullable<StaffTask['person']>) => string
  onAct: (act: TaskAct) => void
  onTake: () => void
  onPutBack: () => void
}

export function TaskCard({ task, now, isOwn, isAboutOwn, role, personPath, onAct, onTake, onPutBack }: Props) {
  const { kind, cause, openedAt, dueAt, assignee, person, booking, payment } = task
  const age = now - Date.parse(openedAt)
  const possible = possibleEnds(task, role)
  const ends = isAboutOwn && permissionToClose(kind) !== 'tasks.close' ? [] : possible
  const titleId = `task-${task.id}`
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
      <p className="mt-1 max-w-text wrap-anywhere">
        <ShortIds text={withProviderReasons(possible.length === 0 ? withoutAdvice(cause) : cause)} of="what this is about" />
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft">
        {booking && (
          <li>
            Booking{' '}
            <Link translate="no" to={consolePages.booking(booking.id)} className="text-link whitespace-nowrap">
              {booking.reference}
            </Link>
            , {booking.total}
          </li>
        )}
        {person && (
          <li className="wrap-anywhere">
            <Link to={personPath(person)} className="text-link">
              {person.name}
            </Link>
            , {person.email ?? 'no email address'}
          </li>
        )}
        {payment && (
          <li className="inline-flex max-w-full flex-wrap items-center gap-x-1.5">
            Payment <ProviderId id={payment.id} of="the payment" />
          </li>
        )}
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
          <span>{isOwn ? 'Assigned to you' : (assignee?.name ?? <span className="text-ink-soft">Unassigned</span>)}</span>
        </p>
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <Button variant="quiet" size="small" onClick={isOwn ? onPutBack : onTake}>
            {isOwn ? 'Unassign' : 'Assign to me'}
          </Button>
          <Button variant="quiet" size="small" onClick={() => onAct('assign')}>
            {actName('assign', task)}
          </Button>
          {ends.map((end) => (
            <Button key={end} size="small" variant={LOOKS[end]} onClick={() => onAct(end)}>
              {actName(end, task)}
            </Button>
          ))}
          {ends.length === 0 && (
            <p className="inline-flex min-h-10 items-center text-xs text-ink-soft">
              {possible.length === 0
                ? 'Only a manager can decide this. Assign it to one.'
                : 'This is about your own booking, so a colleague must decide.'}
            </p>
          )}
        </div>
      </div>
    </li>
  )
}
