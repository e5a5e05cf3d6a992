import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { GuideLink } from '#shared/bookings/guide-links.ts'
import { createGuideLink, listGuideLinks, revokeGuideLink } from '#shared/tours/departure-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { CopyLink } from '#web/components/copy-link.tsx'
import { Panel } from '#web/components/panel.tsx'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { ask, queryOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { momentText } from '#web/lib/moments.ts'
import { useCall } from '#web/lib/use-call.ts'

type Props = {
  departureId: string
  /** The departure's name in the text that is shared with a link. */
  title: string
}

/** Links by which a guide without an account opens this departure's manifest. */
export function GuideLinksPanel({ departureId, title }: Props) {
  const query = queryOf(listGuideLinks, { params: { id: departureId } }, { key: ['staff', 'guide-links', departureId], staleTime: 0 })
  const { data: links = [], error } = useQuery(query)
  const [url, setUrl] = useState<string>()
  const [asked, setAsked] = useState<GuideLink>()
  const client = useQueryClient()
  const showLinks = (left: GuideLink[]) => client.setQueryData(query.queryKey, left)
  const creating = useCall({
    mutationFn: async () => ask(createGuideLink, { params: { id: departureId } }),
    onSuccess: (made) => {
      showLinks(made.links)
      setUrl(made.url)
    },
  })
  const revoking = useCall({ mutationFn: async (id: string) => ask(revokeGuideLink, { params: { id } }), onSuccess: showLinks })
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

/** A new link, shown only once because only its hash is stored. */
function NewGuideLink({ url, title }: { url: string; title: string }) {
  // The promise rejects when the user closes the share dialog, which is not an error.
  const share = () => navigator.share({ title, url }).catch(() => undefined)
  return (
    <div className="mt-4 rounded-field border border-line bg-sand p-3">
      <TextField
        className="mb-3"
        label="New link"
        hint="Copy or share it now: you won’t see it again."
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <CopyLink url={url}>
        {typeof navigator.share === 'function' && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => void share()}>
            <Share2 aria-hidden="true" className="size-4" /> Share
          </Button>
        )}
      </CopyLink>
    </div>
  )
}
