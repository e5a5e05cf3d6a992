import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteReadyAnswer } from '#shared/enquiries/staff-calls.ts'
import type { ReadyAnswer } from '#shared/enquiries/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ReadyAnswerDialog, readyAnswersQuery } from '#web/features/enquiries/staff/ready-answers.tsx'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { ListFrame } from './list-frame.tsx'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'

export function ReadyAnswerList() {
  const mayWrite = useMay()('readyAnswers.write')
  const query = useQuery(readyAnswersQuery)
  const [open, setOpen] = useState<{ answer?: ReadyAnswer }>()
  const [changed, setChanged] = useState<string>()
  const settle = (message?: string) => {
    setOpen(undefined)
    setChanged(message)
  }
  const reload = useReload(readyAnswersQuery.queryKey)
  const deleting = useCall({
    mutationFn: async ({ id }: ReadyAnswer) => ask(deleteReadyAnswer, { params: { id } }),
    onSuccess: (_, { name }) => notify(`${name} deleted.`),
    onError: (failure) => notify(messageOf(failure, 'That didn’t work. Please try again.', NO_RESPONSE), 'warning'),
    onSettled: () => {
      settle()
      void reload()
    },
  })
  return (
    <>
      {changed && (
        <Alert kind="warning" title="Someone else changed this first" className="mb-4">
          {changed} This page now shows the current version. Your text will be there when you reopen it.
        </Alert>
      )}
      {mayWrite && (
        <Button size="small" className="mb-4" onClick={() => setOpen({})}>
          New saved reply
        </Button>
      )}
      <ListFrame
        list={{ ...query, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }}
        count={query.data?.length}
        failed="We couldn’t load the saved replies"
        empty={<EmptyState title="No saved replies yet">Save answers to common questions and insert them into replies.</EmptyState>}
      >
        {query.data?.map((answer) => (
          <li key={answer.id} aria-labelledby={`answer-${answer.id}`} className="px-4 py-4 sm:px-6">
            <h2 id={`answer-${answer.id}`} className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
              {answer.name}
            </h2>
            <p className="mt-1 max-w-text wrap-anywhere whitespace-pre-line">{answer.text}</p>
            {mayWrite && (
              <div className="mt-3 flex flex-wrap gap-2">
                <Button size="small" variant="secondary" onClick={() => setOpen({ answer })}>
                  Change
                </Button>
                <Button size="small" variant="quiet" isBusy={deleting.isPending} onClick={() => deleting.mutate(answer)}>
                  Delete
                </Button>
              </div>
            )}
          </li>
        ))}
      </ListFrame>
      {open && (
        <ReadyAnswerDialog
          answer={open.answer}
          onClose={() => setOpen(undefined)}
          onDone={(message) => {
            notify(message)
            settle()
          }}
          onChanged={settle}
        />
      )}
    </>
  )
}
