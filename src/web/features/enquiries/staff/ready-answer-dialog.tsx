import { useState } from 'react'
import { newReadyAnswerBodySchema, type NewReadyAnswerBody, type ReadyAnswer } from '#shared/enquiries/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { useAddReadyAnswer } from './api/add-ready-answer.ts'
import { useChangeReadyAnswer } from './api/change-ready-answer.ts'

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
  const [addReadyAnswer, changeReadyAnswer] = [useAddReadyAnswer(), useChangeReadyAnswer()]
  const form = useKeptForm<{ name: string; text: string }, NewReadyAnswerBody>({
    keepAs: `ready-answer ${answer?.id ?? 'new'}`,
    start: { name, text },
    check: (values) => newReadyAnswerBodySchema.safeParse({ ...values, id }),
    send: async (body) => {
      try {
        await (answer ? changeReadyAnswer(id, { name: body.name, text: body.text, version: answer.version }) : addReadyAnswer(body))
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'answer_changed') throw error
        return onChanged(error.message)
      }
      form.forget()
      onDone(`${body.name} saved.`)
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={answer ? answer.name : 'New saved reply'}
      footer={
        <ActButtons onKeep={onClose} form="ready-answer" isBusy={form.isBusy}>
          Save
        </ActButtons>
      }
    >
      <form {...form.props} id="ready-answer" className="grid gap-4">
        <div className="space-y-3 empty:hidden">
          <KeptNote {...form.kept} />
          {form.alert && <Alert>{form.alert}</Alert>}
        </div>
        <TextField {...form.field('name')} data-first label="Name" hint="Only staff can see it." autoComplete="off" />
        <TextArea {...form.field('text')} label="Reply" hint="Leave out the greeting: we add one to each reply." rows={8} />
      </form>
    </Dialog>
  )
}
