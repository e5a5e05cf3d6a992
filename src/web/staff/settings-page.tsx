import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { SettingsForm, settingsQuery } from '#web/features/settings/staff/settings-form.tsx'
import { TaxCategories } from '#web/features/settings/staff/tax-categories.tsx'
import { BackupsPanel } from './backups-panel.tsx'
import { FailedPart } from './failed-part.tsx'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'

/** What administrators set for the whole agency. */
export function SettingsPage() {
  const { data: settings, error, isFetching, refetch } = useQuery(settingsQuery)
  const [changed, setChanged] = useState<string>()
  const onDone = (message: string) => {
    notify(message)
    setChanged(undefined)
  }
  return (
    <PageFrame title="Settings" note={<p className="text-ink-soft">For the whole agency. Changes are recorded in the audit log.</p>}>
      {changed && (
        <Alert kind="warning" title="Someone else changed this first" className="mb-5">
          {changed}
        </Alert>
      )}
      {error && !settings && (
        <FailedPart title="We couldn’t load the settings" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!settings && !error && <Skeleton className="h-96 max-w-3xl" />}
      {settings && (
        <div className="grid gap-8">
          <SettingsForm key={settings.version} settings={settings} onDone={onDone} onChanged={setChanged} />
          <TaxCategories onDone={onDone} onFailed={(message) => notify(message, 'warning')} />
          <BackupsPanel onDone={onDone} onFailed={(message) => notify(message, 'warning')} />
        </div>
      )}
    </PageFrame>
  )
}
