import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { formatMoney } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { AnswerDialog, AnswerPanel } from '#web/features/quotes/staff/answer.tsx'
import { approvalPrice, possibleAnswers, type Answer } from '#web/features/quotes/staff/answers.ts'
import { QuoteFacts, QuoteHistory } from '#web/features/quotes/staff/quote-facts.tsx'
import { QuoteItems } from '#web/features/quotes/staff/quote-items.tsx'
import { quoteQuery, quotesQuery, QuoteStatusMark, statusFrom } from '#web/features/quotes/staff/quotes.tsx'
import { useEntryPath } from './entry-paths.ts'
import { FailedPart } from './failed-part.tsx'
import { useMember } from './member.ts'
import { NeighbourButtons, neighbourShortcuts, useNeighbours } from './neighbours.tsx'
import { notify, UpdatedNote } from './notices.tsx'
import { OwnBookingNote, useIsOwn } from './own-booking.tsx'
import { PageFrame } from './page-frame.tsx'
import { QuoteEstimate } from './quote-estimate.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useNow } from './use-now.ts'

const KEYS: Record<Answer, { keys: string; label: string }> = {
  approve: { keys: 'a', label: 'Approve' },
  adjust: { keys: 'e', label: 'Quote a different price' },
  resend: { keys: 'r', label: 'Send the link again' },
  decline: { keys: 'd', label: 'Decline' },
}

export function QuotePage() {
  const { id = '' } = useParams()
  return <Quote key={id} id={id} />
}

function Quote({ id }: { id: string }) {
  const { role } = useMember()
  const now = useNow()
  const { data: quote, error, isFetching, refetch } = useQuery(quoteQuery(id))
  const [answer, setAnswer] = useState<Answer>()
  const [changed, setChanged] = useState<string>()
  const entryPath = useEntryPath()
  const neighbours = useQuoteNeighbours(id)
  const isOwnOf = useIsOwn()
  const isOwn = quote !== undefined && (isOwnOf(quote.account ?? {}) || isOwnOf(quote.contact ?? {}))
  const possible = quote ? possibleAnswers(quote, role, now) : []
  // Declining one's own request amounts to withdrawing it.
  const answers = isOwn ? possible.filter((each) => each === 'decline') : possible
  useShortcuts('This request', [
    ...answers.map((each) => ({ ...KEYS[each], run: () => setAnswer(each) })),
    ...neighbourShortcuts(neighbours, 'request'),
  ])

  const close = () => setAnswer(undefined)
  const onDone = (message: string) => {
    close()
    notify(message)
    const isOneOfQueue = quote?.status === 'pending'
    if (isOneOfQueue) neighbours.go(neighbours.next ?? neighbours.previous ?? neighbours.list)
  }
  const onChanged = (message: string) => {
    close()
    setChanged(message)
  }
  const price = quote && approvalPrice(quote, role)

  return (
    <PageFrame
      title={quote ? `${quote.serviceType?.name ?? 'Vehicle service'}, ${quote.reference}` : 'Request'}
      back={{ title: 'Quotes', path: neighbours.list }}
      note={quote && <QuoteStatusMark status={quote.status} />}
      actions={<NeighbourButtons neighbours={neighbours} noun="request" />}
    >
      {error && !quote && (
        <FailedPart title="We couldn’t load this request" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!quote && !error && <Skeletons />}
      <UpdatedNote data={quote} />
      {changed && (
        <Alert kind="warning" title="Someone else changed this first" className="mb-5">
          {changed} This page now shows the current version.
        </Alert>
      )}
      {quote && price && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-5 max-lg:order-last">
            <QuoteFacts quote={quote} now={now} customerPath={entryPath(consolePages.people, quote.account.id)} />
            <QuoteItems quote={quote} />
            <QuoteHistory quote={quote} />
          </div>
          <div className="grid gap-5 lg:sticky lg:top-6">
            {isOwn && possible.length > 0 && <OwnBookingNote command="quotes" />}
            <AnswerPanel quote={quote} answers={answers} price={formatMoney(price, 'if any')} now={now} onAnswer={setAnswer}>
              <QuoteEstimate quote={quote} />
            </AnswerPanel>
          </div>
          {answer && <AnswerDialog {...{ quote, answer, price, onDone, onChanged }} onClose={close} />}
        </div>
      )}
    </PageFrame>
  )
}

/** The previous and next request in the list that it was opened from. */
function useQuoteNeighbours(id: string) {
  const [search] = useSearchParams()
  const status = search.get('status')
  const query = status === null ? '' : `?status=${encodeURIComponent(status)}`
  const { data } = useInfiniteQuery(quotesQuery(statusFrom(status)))
  return useNeighbours({
    id,
    ids: data?.pages.flatMap(({ quotes }) => quotes.map((quote) => quote.id)) ?? [],
    list: `${consolePages.quotes}${query}`,
    pathOf: (quoteId) => `${consolePages.quote(quoteId)}${query}`,
  })
}

function Skeletons() {
  return (
    <div aria-busy="true" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-5">
        <Skeleton className="h-64" />
        <Skeleton className="h-40" />
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
