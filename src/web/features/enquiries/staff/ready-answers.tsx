import { useState } from 'react'
import { addReadyAnswer, changeReadyAnswer, listReadyAnswers } from '#shared/enquiries/staff-calls.ts'
import { newReadyAnswerBodySchema, type NewReadyAnswerBody, type ReadyAnswer } from '#shared/enquiries/staff.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { queryOf } from '#web/lib/ask.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { useSend } from '#web/lib/use-send.ts'

export const readyAnswersQuery = queryOf(listReadyAnswers, {})

type Props = {
  /** Undefined for a new one. */
  answer: ReadyAnswer | undefined
  onClose: () => void
  onDone: (message: string) => void
  /** Called if a colleague changed the answer first; `message` says how. */
  onChanged: (message: string) => void
}

export function ReadyAnswerDialog({ answer, onClose, onDone, onChanged }: Props) {
  const [id] = useState(() => answer?.id ?? randomUuid())
  const { name = '', text = '' } = answer ?? {}
  const add = useSend(addReadyAnswer, readyAnswersQuery.queryKey)
  const change = useSend(changeReadyAnswer, readyAnswersQuery.queryKey)
  const form = useKeptForm<{ name: string; text: string }, NewReadyAnswerBody>({
    keepAs: `ready-answer ${answer?.id ?? 'new'}`,
    start: { name, text },
    check: (values) => newReadyAnswerBodySchema.safeParse({ ...values, id }),
    send: async (body) => {
      const { version } = answer ?? {}
      await (version === undefined ? add({ body }) : change({ params: { id }, body: { name: body.name, text: body.text, version } }))
      form.forget()
      onDone(`${body.name} saved.`)
    },
    onChanged,
  })
  return (
    <FormDialog form={form} onClose={onClose} title={answer ? answer.name : 'New saved reply'} act="Save">
      <TextField {...form.field('name')} data-first label="Name" hint="Only staff can see it." autoComplete="off" />
      <TextArea {...form.field('text')} label="Reply" hint="Leave out the greeting: we add one to each reply." rows={8} />
    </FormDialog>
  )
}
