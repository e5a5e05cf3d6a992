import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { consolePages } from '#shared/pages.ts'
import { may } from '#shared/accounts/permissions.ts'
import { assignTask } from '#shared/tasks/staff-calls.ts'
import { possibleEnds, type StaffTask } from '#shared/tasks/staff.ts'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { assignmentOf, type TaskAct } from '#web/features/tasks/staff/task-acts.ts'
import { TaskCard, tasksQuery } from '#web/features/tasks/staff/task-card.tsx'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { FailedPart } from './failed-part.tsx'
import { useMember } from './member.ts'
import { useIsOwn } from './own-booking.tsx'
import { notify } from './notices.tsx'
import { focusedRow, useRowKeys } from './rows.ts'
import { useNow } from './use-now.ts'

// Loaded lazily, because it brings all the form code along.
const TaskDialog = lazy(async () => ({ default: (await import('#web/features/tasks/staff/task-dialog.tsx')).TaskDialog }))

export function TodayTasks() {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(tasksQuery)
  const tasks = data?.pages.flatMap((page) => page.tasks)
  const total = data?.pages[0]?.total ?? 0
  return (
    <section aria-labelledby="tasks">
      <div className="mt-8 mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="tasks" className="text-xl">
          Tasks
        </h2>
        {data && (
          <p role="status" className="text-ink-soft">
            {total} open
          </p>
        )}
      </div>
      {error && !data && <FailedPart title="We couldn’t load the tasks" error={error} isBusy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64" />}
      {tasks?.length === 0 && (
        <div className="rounded-card border border-line bg-paper">
          <EmptyState title="Nothing needs your attention">
            Payments, refunds and emails are all in order. Any problems will appear here.
          </EmptyState>
        </div>
      )}
      {tasks && tasks.length > 0 && <Tasks tasks={tasks} />}
      {hasNextPage && (
        <div className="mt-5 text-center">
          <Button variant="secondary" size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

function Tasks({ tasks }: { tasks: StaffTask[] }) {
  const { id: ownId, role } = useMember()
  const isOwnOf = useIsOwn()
  const now = useNow()
  const [asked, setAsked] = useState<{ task: StaffTask; act: TaskAct }>()
  const personPath = ({ id, name, email }: NonNullable<StaffTask['person']>) =>
    may(role, 'people.read') ? consolePages.person(id) : `${consolePages.bookings}?search=${encodeURIComponent(email ?? name)}`
  const onError = (error: Error) => notify(messageOf(error, 'That didn’t work. Please try again.', NO_RESPONSE), 'warning')
  const onSettled = useReload(consoleKey('tasks'))
  const taking = useCall({
    mutationFn: async (task: StaffTask) => ask(assignTask, assignmentOf(task)),
    onSuccess: () => notify('Task assigned to you.'),
    onError,
    onSettled,
  })
  const puttingBack = useCall({
    mutationFn: async (task: StaffTask) => ask(assignTask, assignmentOf(task, null)),
    onSuccess: () => notify('Task unassigned.'),
    onError,
    onSettled,
  })
  const current = () => tasks[focusedRow()]
  const take = () => {
    const task = current()
    if (task) taking.mutate(task)
  }
  const askToClose = () => {
    const task = current()
    if (task && possibleEnds(task, role).includes('close')) setAsked({ task, act: 'close' })
  }
  useRowKeys('Tasks', 'task', [
    { keys: 't', label: 'Assign the task to me', run: take },
    { keys: 'c', label: 'Close the task', run: askToClose },
  ])
  const leave = (message: string, kind: 'success' | 'warning') => {
    setAsked(undefined)
    notify(message, kind)
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper">
        {tasks.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            now={now}
            isOwn={task.assignee?.id === ownId}
            isAboutOwn={isOwnOf(task.person ?? {})}
            role={role}
            personPath={personPath}
            onAct={(act) => setAsked({ task, act })}
            onTake={() => taking.mutate(task)}
            onPutBack={() => puttingBack.mutate(task)}
          />
        ))}
      </ul>
      <Suspense>
        {asked && (
          <TaskDialog
            {...asked}
            onClose={() => setAsked(undefined)}
            onDone={(message) => leave(message, 'success')}
            onTooLate={(message) => leave(message, 'warning')}
          />
        )}
      </Suspense>
    </>
  )
}
