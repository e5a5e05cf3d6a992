import { useState } from 'react'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { logProblem } from '#web/lib/log.ts'
import { getSession } from '#web/lib/session.ts'
import { useSingleCall } from '#web/lib/use-single-call.ts'
import { sendEnquiry } from './api.ts'
import { enquiryIssues, forgetDraft, keepDraft, startDraft, type EnquiryField, type EnquiryFields } from './enquiry-draft.ts'

const FAILED = 'Something went wrong on our side. Please try again in a moment.'

/** The form's content, kept over a reload until it has been sent, and how sending it went. */
export function useEnquiry(about: string) {
  const [draft, setDraft] = useState(() => startDraft(getSession(), about))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [sent, setSent] = useState<EnquiryFields>()

  const change = (name: EnquiryField, value: string) => {
    const next = { ...draft, fields: { ...draft.fields, [name]: value } }
    setDraft(next)
    keepDraft(next)
  }

  const { run: send } = useSingleCall(async (homepage: string) => {
    setIsBusy(true)
    setFailure('')
    try {
      await sendEnquiry({ key: draft.key, ...draft.fields, homepage })
      forgetDraft()
      setSent(draft.fields)
    } catch (error) {
      logProblem('The enquiry could not be sent', error)
      setFailure(messageOf(error, FAILED, NO_RESPONSE))
    }
    setIsBusy(false)
  })

  const startAnew = () => {
    setDraft(startDraft(getSession(), ''))
    setSent(undefined)
  }

  return { fields: draft.fields, issues: enquiryIssues(draft), change, send, isBusy, failure, sent, startAnew }
}
