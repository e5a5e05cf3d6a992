import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { getEnquiry, replyToEnquiry } from '#shared/enquiries/staff-calls.ts'
import { replyBodySchema, type EnquiryReply, type EnquiryThread, type ReplyBody, type StaffEnquiry } from '#shared/enquiries/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { queryOf } from '#web/lib/ask.ts'
import { isOutdated } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'
import { randomKey } from '#web/lib/random-key.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import { useSend } from '#web/lib/use-send.ts'
import { readyAnswersQuery } from './ready-answers.tsx'

export function enquiryQuery(id: string) {
  return queryOf(getEnquiry, { params: { id } }, { key: [...consoleKey('enquiries'), 'thread', id], refetchOnWindowFocus: true })
}

const DELIVERIES: Record<NonNullable<EnquiryReply['email']>['state'], string> = {
  waiting: 'Email queued',
  failed: 'Email failed',
  sent: 'Emailed',
}

type RepliesProps = { thread: EnquiryThread; /** Whether the user may open the pages of emails. */ mayReadMails: boolean }

export function EnquiryReplies({ thread, mayReadMails }: RepliesProps) {
  const { name, message, writtenAt, replies } = thread
  return (
    <ol className="grid gap-5">
      <Entry who={name} at={writtenAt} text={message} />
      {replies.map(({ id, by, writtenAt: at, text, email }) => (
        <Entry key={id} who={by} at={at} text={text} isOurs>
          <p className={email?.state === 'failed' ? 'font-semibold text-danger' : 'text-ink-soft'}>
            {email ? DELIVERIES[email.state] : 'Email no longer stored'}
            {email && mayReadMails && (
              <>
                {' · '}
                <Link className="text-link" to={consolePages.oneMail(email.id)}>
                  View email
                </Link>
              </>
            )}
          </p>
        </Entry>
      ))}
    </ol>
  )
}

type EntryProps = { who: string; at: string; text: string; isOurs?: boolean; children?: ReactNode }

function Entry({ who, at, text, isOurs = false, children }: EntryProps) {
  return (
    <li className={isOurs ? 'border-l-2 border-sea pl-4 sm:ml-6' : ''}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere" dir="auto">
          {who}
        </span>
        <span className="text-ink-soft">{momentText(at)}</span>
      </p>
      <p className="mt-1 max-w-text wrap-anywhere whitespace-pre-line">{text}</p>
      {children}
    </li>
  )
}

type FormProps = {
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
export function ReplyForm({ thread, onDone, onChanged }: FormProps) {
  const { id, name, email } = thread
  const [key, setKey] = useState(() => keyStore(id).find() ?? randomKey())
  const [seen, setSeen] = useState(() => seenOf(thread))
  const [changed, setChanged] = useState<string>()
  const { data: answers = [] } = useQuery(readyAnswersQuery)
  const send = useSend(replyToEnquiry, consoleKey('enquiries'))
  const form = useKeptForm<{ text: string }, ReplyBody>({
    keepAs: `reply ${id}`,
    start: { text: '' },
    check: ({ text }) => replyBodySchema.safeParse({ key, text, seen }),
    send: async (body) => {
      keyStore(id).keep(key)
      try {
        await send({ params: { id }, body })
      } catch (error) {
        if (!isOutdated(error)) throw error
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

/** Longer mailto: addresses do not work in every mail program. */
const MAX_QUOTED = 1000

/** A mailto: address for a reply that quotes the enquiry. */
export function replyAddress({ name, email, subject, message }: Pick<StaffEnquiry, 'name' | 'email' | 'subject' | 'message'>): string {
  const quoted = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED)} …` : message
  const lines = [`Hello ${name},`, '', '', '', brand.name, '', ...quoted.split('\n').map((line) => `> ${line}`)]
  const parts = { subject: `Your enquiry to ${brand.name}: ${subject}`, body: lines.join('\r\n') }
  const query = Object.entries(parts).map(([part, text]) => `${part}=${encodeURIComponent(text)}`)
  // Encoded, so that a typed address cannot add recipients.
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`
}
