import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { GUIDE_LINK_SPENT } from '#shared/bookings/guide-links.ts'
import { brand } from '#shared/brand.ts'
import { fullDay } from '#shared/months.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useAttendance } from '#web/features/tours/attendance.ts'
import { GuideList, guideManifestQuery, guideName, GuideNameForm, guideTicks } from '#web/features/tours/guide.tsx'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** Opened by a guide's link, without an account: the people on one departure, to be ticked as they arrive. */
export function GuidePage() {
  const token = useSearchParams()[0].get('token') ?? ''
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {token === '' ? <Spent /> : <Departure key={token} token={token} />}
    </>
  )
}

function Departure({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(guideManifestQuery(token))
  const [name, setName] = useState(() => guideName.find())
  if (isSpent(error)) return <Spent />
  if (!data)
    return (
      <Frame title="Travellers">
        {error ? (
          <Alert
            title="We couldn’t load the list"
            action={
              <Button size="small" variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {messageOf(error, 'Something went wrong on our side.', NO_RESPONSE)}
          </Alert>
        ) : (
          <Skeleton className="h-72" />
        )}
      </Frame>
    )
  const { tour, date, startTime, meetingPoint } = data
  return (
    <Frame
      title={tour}
      facts={
        <>
          <p>
            {fullDay(date)}
            <span>{startTime !== undefined && `, ${startTime}`}</span>
          </p>
          {meetingPoint !== undefined && <p className="wrap-anywhere">Meeting point: {meetingPoint}</p>}
        </>
      }
    >
      {name === undefined ? (
        <GuideNameForm onNamed={setName} />
      ) : (
        <Ticked token={token}>
          {(sheet) => <GuideList manifest={data} sheet={sheet} isFetching={isFetching} onReload={() => void refetch()} />}
        </Ticked>
      )}
    </Frame>
  )
}

/** Hides the list as soon as the link is revoked. */
function Ticked({ token, children }: { token: string; children: (sheet: ReturnType<typeof useAttendance>) => ReactNode }) {
  const sheet = useAttendance(guideTicks(token))
  if (!isSpent(sheet.refusal)) return children(sheet)
  const { length } = sheet.waiting
  return (
    <Alert title={GUIDE_LINK_SPENT}>
      {length > 0 && `${length === 1 ? '1 check-in was' : `${length} check-ins were`} not sent. Please tell the office who was there.`}
    </Alert>
  )
}

function isSpent(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}

function Spent() {
  return (
    <Frame title="This link doesn’t work">
      <Alert>{GUIDE_LINK_SPENT}</Alert>
      <p className="mt-4">
        <a href={brand.phoneHref} className="inline-flex min-h-11 items-center font-semibold">
          Call {brand.phone}
        </a>
      </p>
    </Frame>
  )
}

function Frame({ title, facts, children }: { title: string; facts?: ReactNode; children: ReactNode }) {
  usePageTitle(title)
  return (
    <main id="main" className="mx-auto w-full max-w-2xl px-[min(1rem,4vw)] pt-4 pb-12">
      <header className="mb-4">
        <p className="font-display font-semibold text-ink-soft">{brand.name}</p>
        <h1 className="text-xl wrap-anywhere">{title}</h1>
        {facts}
      </header>
      {children}
    </main>
  )
}
