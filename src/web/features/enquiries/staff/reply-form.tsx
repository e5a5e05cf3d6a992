import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { brand } from '#shared/brand.ts'
import { replyBodySchema, type EnquiryThread, type ReplyBody } from '#shared/enquiries/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { randomKey } from '#web/lib/random-key.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import { readyAnswersQuery } from './api/list-ready-answers.ts'
import { useSendReply } from './api/send-reply.ts'

type Props = {
  thread: EnquiryThread
  onDone: () => void
  /** Called when the thread has changed; resolves after it has been refetched. */
  onChanged: () => Promise<EnquiryThread | undefined>
}

/** The reply's idempotency key, kept in the tab so that a reload after a lost response resends the same reply. */
const keyStore = (id: string) => tabStore(`reply-key ${id}`, (kept) => (typeof kept === 'string' ? kept : undefined))

const seenOf = ({ replies, answered, closedReason }: EnquiryThread): ReplyBody['seen'] => ({
  replyId: replies.at(-1)?.id ?? null,
  state: answered ? (closedReason ? 'closed' : 'answered') : 'open',
})

/**
 * The reply form, with canned answers. Input survives a reload and a colleague's earlier reply. `[data-reply]` marks the field to focus.
 */
export function ReplyForm({ thread, onDone, onChanged }: Props) {
  const { id, name, email } = thread
  const [key, setKey] = useState(() => keyStore(id).find() ?? randomKey())
  const [seen, setSeen] = useState(() => seenOf(thread))
  const [changed, setChanged] = useState<string>()
  const { data: answers = [] } = useQuery(readyAnswersQuery)
  const sendReply = useSendReply()
  const form = useKeptForm<{ text: string }, ReplyBody>({
    keepAs: `reply ${id}`,
    start: { text: '' },
    check: ({ text }) => replyBodySchema.safeParse({ key, text, seen }),
    send: async (body) => {
      keyStore(id).keep(key)
      try {
        await sendReply(id, body)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'enquiry_changed') throw error
        const now = await onChanged()
        if (now) setSeen(seenOf(now))
        renewKey()
        setChanged(error.message)
        return
      }
      renewKey()
      setChanged(undefined)
      form.forget()
      form.reset()
      onDone()
    },
  })
  const renewKey = () => {
    keyStore(id).forget()
    setKey(randomKey())
  }
  const insert = (answerId: string) => {
    const answer = answers.find((each) => each.id === answerId)
    if (answer) form.adopt(({ text }) => ({ text: text.trim() === '' ? answer.text : `${text.trimEnd()}\n\n${answer.text}` }))
  }
  return (
    <form {...form.props} className="grid gap-4">
      <KeptNote {...form.kept} />
      {changed && (
        <Alert kind="warning" title="Not sent yet">
          {changed} Your reply is still here.
        </Alert>
      )}
      {form.alert && <Alert>{form.alert}</Alert>}
      {answers.length > 0 && (
        <SelectField
          label="Insert a saved reply"
          placeholder="Choose one"
          options={answers.map((answer) => ({ value: answer.id, label: answer.name }))}
          value=""
          onValueChange={insert}
          disabled={form.isBusy}
        />
      )}
      <TextArea
        {...form.field('text')}
        data-reply
        label={`Reply to ${name}`}
        hint={`We’ll add “Hello,” unless you write your own greeting, and quote the enquiry below. It goes to ${email}; replies come to ${brand.email}.`}
        rows={8}
      />
      <Button type="submit" className="justify-self-start" isBusy={form.isBusy}>
        Send reply
      </Button>
    </form>
  )
}
