import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { formatMoney } from '#shared/money.ts'
import { consolePages } from '#shared/paths.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { AnswerDialog } from '#web/features/quotes/staff/answer-dialog.tsx'
import { AnswerPanel } from '#web/features/quotes/staff/answer-panel.tsx'
import { quoteQuery, QUOTES_KEY, quotesQuery, statusFrom } from '#web/features/quotes/staff/api.ts'
import { approvalPrice, possibleAnswers, type Answer } from '#web/features/quotes/staff/possible-answers.ts'
import { QuoteFacts } from '#web/features/quotes/staff/quote-facts.tsx'
import { QuoteHistory } from '#web/features/quotes/staff/quote-history.tsx'
import { QuoteItems } from '#web/features/quotes/staff/quote-items.tsx'
import { QuoteStatusMark } from '#web/features/quotes/staff/quote-status.tsx'
import { FailedPart } from './failed-part.tsx'
import { useMember } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { QuoteEstimate } from './quote-estimate.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useNow } from './use-now.ts'

const KEYS: Record<Answer, { keys: string; label: string }> = {
  approve: { keys: 'a', label: 'Approve' },
  adjust: { keys: 'e', label: 'Quote another price' },
  resend: { keys: 'r', label: 'Send the link again' },
  decline: { keys: 'd', label: 'Decline' },
}

/** One request: all that is known of it, and what is decided about it. */
export function QuotePage() {
  const { id = '' } = useParams()
  return <Quote key={id} id={id} />
}

function Quote({ id }: { id: string }) {
  const { role } = useMember()
  const now = useNow()
  const client = useQueryClient()
  const { data: quote, error, isFetching, refetch } = useQuery(quoteQuery(id))
  const [answer, setAnswer] = useState<Answer>()
  const [changed, setChanged] = useState<string>()
  const { list, next, previous, go } = useNeighbours(id)
  const answers = quote ? possibleAnswers(quote, role, now) : []
  useShortcuts('This request', [
    ...answers.map((each) => ({ ...KEYS[each], run: () => setAnswer(each) })),
    { keys: 'j', label: 'Next request', run: () => go(next) },
    { keys: 'k', label: 'Previous request', run: () => go(previous) },
    { keys: 'u', label: 'Back to the list', run: () => go(list) },
  ])

  const close = () => setAnswer(undefined)
  const onDone = (message: string) => {
    close()
    notify(message)
    const isOneOfQueue = quote?.status === 'pending'
    void client.invalidateQueries({ queryKey: QUOTES_KEY })
    if (isOneOfQueue) go(next ?? previous ?? list)
  }
  const onChanged = (message: string) => {
    close()
    setChanged(message)
    void client.invalidateQueries({ queryKey: QUOTES_KEY })
  }
  const price = quote && approvalPrice(quote, role)

  return (
    <PageFrame
      title={quote ? `${quote.serviceType?.name ?? 'Vehicle service'}, ${quote.reference}` : 'Request'}
      back={{ title: 'Quotes', path: list }}
      note={quote && <QuoteStatusMark status={quote.status} />}
      actions={
        <>
          <Button
            variant="secondary"
            size="small"
            disabled={!previous}
            onClick={() => go(previous)}
            aria-label="Previous request"
            className="px-3!"
          >
            <ChevronUp aria-hidden="true" className="size-4.5" />
          </Button>
          <Button variant="secondary" size="small" disabled={!next} onClick={() => go(next)} aria-label="Next request" className="px-3!">
            <ChevronDown aria-hidden="true" className="size-4.5" />
          </Button>
        </>
      }
    >
      {error && !quote && (
        <FailedPart title="This request could not be loaded" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!quote && !error && <Skeletons />}
      {changed && (
        <Alert kind="warning" title="Somebody else has been quicker" className="mb-5">
          {changed} What you see below is as it is now.
        </Alert>
      )}
      {quote && price && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-5 max-lg:order-last">
            <QuoteFacts quote={quote} now={now} />
            <QuoteItems quote={quote} />
            <QuoteHistory quote={quote} />
          </div>
          <div className="lg:sticky lg:top-6">
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

/** Returns the addresses of the list that the request was opened from, and of those before and after it there. */
function useNeighbours(id: string) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = search.get('status')
  const query = status === null ? '' : `?status=${encodeURIComponent(status)}`
  const { data } = useInfiniteQuery(quotesQuery(statusFrom(status)))
  const ids = data?.pages.flatMap(({ quotes }) => quotes.map((quote) => quote.id)) ?? []
  const at = ids.indexOf(id)
  const pathOf = (other: string | undefined) => (at < 0 || other === undefined ? undefined : `${consolePages.quote(other)}${query}`)
  return {
    list: `${consolePages.quotes}${query}`,
    next: pathOf(ids[at + 1]),
    previous: at > 0 ? pathOf(ids[at - 1]) : undefined,
    go: (path: string | undefined) => path !== undefined && void navigate(path),
  }
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
