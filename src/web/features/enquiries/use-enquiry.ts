import { useRef, useState } from 'react'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { getSession } from '#web/lib/session.ts'
import { sendEnquiry } from './api/send-enquiry.ts'
import { checkEnquiry, forgetDraft, keepDraft, startDraft } from './enquiry-draft.ts'

/** State of the form; its content survives a reload until it has been sent. */
export function useEnquiry(about: string) {
  const [draft, setDraft] = useState(() => startDraft(getSession(), about))
  const [sent, setSent] = useState<{ name: string; email: string }>()
  const unseen = useRef<HTMLInputElement>(null)
  const form = useCheckedForm({
    start: draft.fields,
    check: (fields) => checkEnquiry({ ...draft, fields }),
    onChange: (fields) => keepDraft({ ...draft, fields }),
    failed: 'Something went wrong on our side. Please try again in a moment.',
    send: async (body) => {
      await sendEnquiry({ ...body, homepage: unseen.current?.value ?? '' })
      forgetDraft()
      setSent(body)
    },
  })

  const startAgain = () => {
    const next = startDraft(getSession(), '')
    setDraft(next)
    form.reset(next.fields)
    setSent(undefined)
  }

  return { form, unseen, sent, startAgain }
}
