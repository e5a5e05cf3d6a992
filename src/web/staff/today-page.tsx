import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Truck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { consolePages } from '#shared/paths.ts'
import { isInCharge } from '#shared/staff.ts'
import type { StaffTask } from '#shared/tasks.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { quotesQuery } from '#web/features/quotes/staff/api.ts'
import { assignTask, tasksQuery } from '#web/features/tasks/staff/api.ts'
import { TaskCard } from '#web/features/tasks/staff/task-card.tsx'
import { TaskDialog } from '#web/features/tasks/staff/task-dialog.tsx'
import type { TaskAct } from '#web/features/tasks/staff/task-texts.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { lengthText } from '#web/lib/moments.ts'
import { useCall } from '#web/lib/use-call.ts'
import { LoadedList } from './loaded-list.tsx'
import { useMember } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useNow } from './use-now.ts'

/** What needs a person today: new requests, and the tasks, the oldest first. */
export function TodayPage() {
  const query = useInfiniteQuery(tasksQuery)
  const total = query.data?.pages[0]?.total ?? 0
  return (
    <PageFrame title="Today">
      <NewRequests />
      <section aria-labelledby="tasks">
        <div className="mt-8 mb-3 flex flex-wrap items-baseline gap-x-3">
          <h2 id="tasks" className="text-xl">
            Tasks
          </h2>
          {query.data && (
            <p role="status" className="text-ink-soft">
              {total} open
            </p>
          )}
        </div>
        <LoadedList query={query} failed="The tasks could not be loaded" waiting={<Skeleton className="h-64" />}>
          {(pages) => {
            const tasks = pages.flatMap((page) => page.tasks)
            return tasks.length > 0 ? <Tasks tasks={tasks} /> : <NoTasks />
          }}
        </LoadedList>
      </section>
    </PageFrame>
  )
}

function NoTasks() {
  return (
    <div className="rounded-card border border-line bg-paper">
      <EmptyState title="Nothing needs you">Payments, refunds and emails are as they should be. What goes wrong appears here.</EmptyState>
    </div>
  )
}

function Tasks({ tasks }: { tasks: StaffTask[] }) {
  const { id: ownId, role } = useMember()
  const now = useNow()
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ task: StaffTask; act: TaskAct }>()
  const reload = () => client.invalidateQueries({ queryKey: tasksQuery.queryKey })
  const taking = useCall({
    mutationFn: (id: string) => assignTask(id),
    onSuccess: () => notify('The task is yours.'),
    onError: (error) => notify(messageOf(error, 'That did not work. Please try again.', NO_RESPONSE), 'warning'),
    onSettled: reload,
  })
  const headings = () => Array.from(document.querySelectorAll<HTMLElement>('[data-row]'))
  const focused = () => headings().findIndex((heading) => heading === document.activeElement)
  const current = () => tasks[focused()]
  const ask = (act: TaskAct) => {
    const task = current()
    if (task) setAsked({ task, act })
  }
  useShortcuts('Tasks', [
    { keys: 'j', label: 'Next task', run: () => headings()[focused() + 1]?.focus() },
    { keys: 'k', label: 'Previous task', run: () => headings()[Math.max(0, focused() - 1)]?.focus() },
    { keys: 't', label: 'Take the task', run: () => current() && taking.mutate(current()?.id ?? '') },
    { keys: 'c', label: 'Close the task', run: () => ask('close') },
  ])
  const onDone = (message: string) => {
    setAsked(undefined)
    notify(message)
    void reload()
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
            isInCharge={isInCharge(role)}
            onAct={(act) => setAsked({ task, act })}
            onTake={() => taking.mutate(task.id)}
          />
        ))}
      </ul>
      {asked && <TaskDialog {...asked} onClose={() => setAsked(undefined)} onDone={onDone} />}
    </>
  )
}

function NewRequests() {
  const { data } = useInfiniteQuery(quotesQuery('pending'))
  const now = useNow()
  if (!data) return <Skeleton className="h-20" />
  const total = data.pages[0]?.total ?? 0
  const oldest = data.pages[0]?.quotes[0]
  return (
    <Link
      to={consolePages.quotes}
      className="flex items-center gap-4 rounded-card border border-line bg-paper px-4 py-4 transition-colors hover:border-ink sm:px-6"
    >
      <span aria-hidden="true" className="flex size-11 shrink-0 items-center justify-center rounded-pill bg-sun-tint text-sun-deep">
        <Truck className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-base font-semibold">
          {total === 0 ? 'No quote requests wait' : total === 1 ? '1 quote request waits' : `${total} quote requests wait`}
        </span>
        <span className="block text-ink-soft">
          {oldest ? `The first of them for ${lengthText(now - Date.parse(oldest.createdAt))}` : 'Every request has been answered'}
        </span>
      </span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </Link>
  )
}
