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
    <Panel title="Links for guides">
      <p className="max-w-text text-ink-soft">
        Whoever has the link sees who travels, with phone numbers but no money and no emails, and ticks who came. No account is needed. It
        works until the end of the day after the departure.
      </p>
      {failure && <Alert className="mt-3">{messageOf(failure, 'This did not work. Please try again.', NO_RESPONSE)}</Alert>}
      {url !== undefined && <NewGuideLink url={url} title={title} />}
      {links.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {links.map((link) => (
            <li key={link.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-0">
                Made by {link.createdBy}
                <span className="block text-sm text-ink-soft">{momentText(link.createdAt)}</span>
              </span>
              <Button variant="quiet" size="small" className="min-h-11" onClick={() => setAsked(link)}>
                Take back
                <span className="sr-only">
                  {' '}
                  the link made by {link.createdBy}, {momentText(link.createdAt)}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" size="small" className="mt-4 min-h-11" isBusy={creating.isPending} onClick={() => creating.mutate()}>
        <Link2 aria-hidden="true" className="size-4.5" /> Make a link
      </Button>
      {asked && (
        <QuestionDialog
          title="Take back this link?"
          yes="Take it back"
          no="Keep it"
          onNo={() => setAsked(undefined)}
          onYes={() => {
            revoking.mutate(asked.id)
            setUrl(undefined)
            setAsked(undefined)
          }}
        >
          <p>Nobody can open it from now on. What was ticked stays.</p>
        </QuestionDialog>
      )}
    </Panel>
  )
}
