import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { localToday } from '#shared/dates.ts'
import { consolePages } from '#shared/pages.ts'
import { refundLines } from '#shared/refunds/lines.ts'
import { Alert } from '#web/components/alert.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CustomerCare } from '#web/features/accounts/staff/customer-care.tsx'
import { CorrectAddress, ResendEmail } from '#web/features/bookings/staff/booking-emails.tsx'
import { BookingFacts } from '#web/features/bookings/staff/booking-facts.tsx'
import { BookingStatusMark } from '#web/features/bookings/staff/booking-status.tsx'
import { addressOf, filtersFrom, queryFrom } from '#web/features/bookings/staff/list-filters.ts'
import { MoneyPanel } from '#web/features/bookings/staff/money-panel.tsx'
import { eventsOf } from '#web/features/bookings/staff/story-events.ts'
import { NoteForm, Story } from '#web/features/bookings/staff/story.tsx'
import { bookingAuditQuery, bookingsQuery, storyQuery } from '#web/features/desk/staff/bookings.ts'
import { ReservationPanel } from '#web/features/reservations/staff/reservation-panel.tsx'
import { isVoidable, VoidPayment } from '#web/features/reservations/staff/void-payment.tsx'
import { withProviderReasons } from '#web/lib/provider-codes.ts'
import { BookingMoney } from './booking-money.tsx'
import { useEntryPath } from './entry-paths.ts'
import { FailedPart } from './failed-part.tsx'
import { useAgencyZone, useMay } from './member.ts'
import { NeighbourButtons, neighbourShortcuts, useNeighbours } from './neighbours.tsx'
import { notify, UpdatedNote } from './notices.tsx'
import { useIsOwn } from './own-booking.tsx'
import { PageFrame } from './page-frame.tsx'
import { paymentLinkPath, showsPaymentLink } from './payment-link.ts'
import { useShortcuts } from './shortcuts.ts'
import { useNow } from './use-now.ts'

// Only vehicle bookings have one.
const BookingQuote = lazy(async () => ({ default: (await import('./booking-quote.tsx')).BookingQuote }))
const PaymentLinkPage = lazy(async () => ({ default: (await import('./payment-link-page.tsx')).PaymentLinkPage }))

export function BookingPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  if (!showsPaymentLink(params)) return <Booking key={id} id={id} />
  return (
    <Suspense fallback={null}>
      <PaymentLinkPage key={id} id={id} />
    </Suspense>
  )
}

function Booking({ id }: { id: string }) {
  const may = useMay()
  const now = useNow()
  const timeZone = useAgencyZone()
  const { data: story, error, isFetching, refetch } = useQuery(storyQuery(id))
  const isOwn = useIsOwn()
  const { data: audit } = useQuery({ ...bookingAuditQuery(id), enabled: may('audit.read') })
  const [changed, setChanged] = useState<string>()
  const entryPath = useEntryPath()
  const neighbours = useBookingNeighbours(id)
  useShortcuts('This booking', [
    { keys: 'n', label: 'Add a note', run: () => document.querySelector<HTMLElement>('[data-note]')?.focus() },
    ...neighbourShortcuts(neighbours, 'booking'),
  ])
  const onDone = (message: string) => {
    notify(message)
    setChanged(undefined)
  }
  return (
    <PageFrame
      title={story ? `${story.booking.title}, ${story.booking.reference}` : 'Booking'}
      back={{ title: 'Bookings', path: neighbours.list }}
      note={story && <BookingStatusMark status={story.booking.status} kind={story.booking.kind} />}
      actions={<NeighbourButtons neighbours={neighbours} noun="booking" />}
    >
      {error && !story && (
        <FailedPart title="We couldn’t load this booking" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!story && !error && <Skeletons />}
      <UpdatedNote data={story} />
      {changed && (
        <Alert kind="warning" title="Someone else changed this first" className="mb-5">
          {changed} This page now shows the current version.
        </Alert>
      )}
      {story && (
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-1 gap-5 max-xl:order-last">
            <BookingFacts
              booking={story.booking}
              today={localToday()}
              customerPath={entryPath(consolePages.people, story.booking.customer.id)}
              policy={isCancellable(story.booking) ? refundLines(story.booking.policy) : []}
              customerAction={may('customers.correct') && <CustomerCare customer={story.booking.customer} onDone={onDone} />}
              emailAction={<CorrectAddress booking={story.booking} onDone={onDone} onChanged={setChanged} />}
            />
            {story.booking.kind === 'vehicle' && (
              <Suspense fallback={<Skeleton className="h-48" />}>
                <BookingQuote bookingId={id} />
              </Suspense>
            )}
            <MoneyPanel
              story={story}
              audit={audit}
              renderPaymentAction={(payment) =>
                may('payments.void') &&
                !isOwn({ ...story.booking.customer, email: story.booking.emailsTo.email }) &&
                isVoidable(story, payment) && <VoidPayment booking={story.booking} payment={payment} onDone={onDone} />
              }
            />
            <Story
              events={eventsOf(story, audit)}
              now={now}
              renderEmailAction={(email) => <ResendEmail email={email} address={story.booking.emailsTo.email} onDone={onDone} />}
            >
              <NoteForm bookingId={id} onDone={() => onDone('Note added.')} />
            </Story>
          </div>
          <div className="grid grid-cols-1 gap-5 xl:sticky xl:top-6">
            <ReservationPanel
              booking={story.booking}
              now={now}
              timeZone={timeZone}
              linkPath={paymentLinkPath(id)}
              mayRecord={may('payments.record') && !isOwn({ ...story.booking.customer, email: story.booking.emailsTo.email })}
              onDone={onDone}
            />
            <BookingMoney story={story} onDone={onDone} onChanged={setChanged} />
            {story.tasks
              .filter(({ closedAt }) => closedAt === null)
              .map((task) => (
                <Alert key={task.id} kind="warning" title="An open task">
                  <ShortIds text={withProviderReasons(task.cause)} of="this task" />{' '}
                  <Link to={consolePages.today} className="text-link">
                    Go to tasks
                  </Link>
                </Alert>
              ))}
          </div>
        </div>
      )}
    </PageFrame>
  )
}

/** Whether the refund terms of a tour still matter. */
function isCancellable({ kind, status }: ReadStory['booking']): boolean {
  return kind === 'tour' && (status === 'pending' || status === 'confirmed')
}

/** The previous and next booking in the list that it was opened from. */
function useBookingNeighbours(id: string) {
  const [params] = useSearchParams()
  const filters = filtersFrom(params)
  const address = addressOf(filters)
  const { data } = useInfiniteQuery(bookingsQuery(queryFrom(filters, localToday())))
  return useNeighbours({
    id,
    ids: data?.pages.flatMap(({ bookings }) => bookings.map((booking) => booking.id)) ?? [],
    list: `${consolePages.bookings}${address}`,
    pathOf: (other) => `${consolePages.booking(other)}${address}`,
  })
}

function Skeletons() {
  return (
    <div aria-busy="true" className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-5">
        <Skeleton className="h-56" />
        <Skeleton className="h-72" />
      </div>
      <Skeleton className="h-48" />
    </div>
  )
}
