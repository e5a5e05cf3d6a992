import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { GuideLink } from '#shared/bookings/guide-links.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { QuestionDialog } from '#web/components/question-dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { momentText } from '#web/lib/moments.ts'
import { useCreateGuideLink } from './api/create-guide-link.ts'
import { guideLinksQuery } from './api/list-guide-links.ts'
import { useRevokeGuideLink } from './api/revoke-guide-link.ts'
import { NewGuideLink } from './new-guide-link.tsx'

type Props = {
  departureId: string
  /** The departure's name in the text that is shared with a link. */
  title: string
}

/** Links by which a guide without an account opens this departure's manifest. */
export function GuideLinksPanel({ departureId, title }: Props) {
  const query = guideLinksQuery(departureId)
  const { data: links = [], error } = useQuery(query)
  const [url, setUrl] = useState<string>()
  const [asked, setAsked] = useState<GuideLink>()
  const creating = useCreateGuideLink(departureId, setUrl)
  const revoking = useRevokeGuideLink(departureId)
  const failure = creating.error ?? revoking.error ?? error
  return (
    <Panel title="Guide links">
      <p className="max-w-text text-ink-soft">
        Anyone with the link can see the travellers and their phone numbers (but not payments or emails) and check them in. No account
        needed. It works until the end of the day after the departure.
      </p>
      {failure && <Alert className="mt-3">{messageOf(failure, 'That didn’t work. Please try again.', NO_RESPONSE)}</Alert>}
      {url !== undefined && <NewGuideLink url={url} title={title} />}
      {links.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {links.map((link) => (
            <li key={link.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-0">
                Created by {link.createdBy}
                <span className="block text-sm text-ink-soft">{momentText(link.createdAt)}</span>
              </span>
              <Button variant="quiet" size="small" className="min-h-11" onClick={() => setAsked(link)}>
                Take back
                <span className="sr-only">
                  {' '}
                  the link created by {link.createdBy}, {momentText(link.createdAt)}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" size="small" className="mt-4 min-h-11" isBusy={creating.isPending} onClick={() => creating.mutate()}>
        <Link2 aria-hidden="true" className="size-4.5" /> Create link
      </Button>
      {asked && (
        <QuestionDialog
          title="Revoke this link?"
          yes="Revoke"
          no="Keep it"
          onNo={() => setAsked(undefined)}
          onYes={() => {
            revoking.mutate(asked.id)
            setUrl(undefined)
            setAsked(undefined)
          }}
        >
          <p>The link will stop working. Check-ins are kept.</p>
        </QuestionDialog>
      )}
    </Panel>
  )
}
