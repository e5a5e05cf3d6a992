import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/components/skeleton.tsx'
import { HealthPanel, healthQuery } from '#web/features/desk/staff/health-panel.tsx'
import { FailedPart } from './failed-part.tsx'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { TodayDepartures } from './today-departures.tsx'
import { TodayFigures } from './today-figures.tsx'
import { TodayTasks } from './today-tasks.tsx'
import { NewEnquiries, NewRequests } from './today-waiting.tsx'
import { useNow } from './use-now.ts'

const PasskeyOffer = lazy(() => import('#web/features/accounts/staff/passkey-offer.tsx'))

export function TodayPage() {
  return (
    <PageFrame title="Today">
      <Suspense>
        <PasskeyOffer onAdded={notify} />
      </Suspense>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <NewRequests />
          <NewEnquiries />
        </div>
        <Health />
      </div>
      <TodayTasks />
      <TodayDepartures />
      <TodayFigures />
    </PageFrame>
  )
}

function Health() {
  const { data, error, isFetching, refetch } = useQuery(healthQuery)
  const now = useNow()
  if (data) return <HealthPanel health={data} now={now} />
  if (!error) return <Skeleton className="h-52" />
  return <FailedPart title="We couldn’t load the site’s health" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
}
