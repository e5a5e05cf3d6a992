import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffService } from '#shared/vehicles/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { OfferDialog, ServiceDialog } from '#web/features/vehicles/staff/service-dialogs.tsx'
import { ServiceCard, servicesQuery } from '#web/features/vehicles/staff/services.tsx'
import { ListFrame } from './list-frame.tsx'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useRowKeys } from './rows.ts'
import { useTaxChoices } from '#web/features/settings/staff/tax-choices.ts'

type Act = { service: StaffService; act: 'change' | 'offer' }

/** The vehicle services with their rates, refund policies and availability. */
export function ServicesPage() {
  const mayChange = useMay()('services.write')
  const query = useQuery(servicesQuery)
  const [open, setOpen] = useState<Act>()
  const [changed, setChanged] = useState<string>()
  const taxChoices = useTaxChoices(open?.service.taxCategoryId ?? null)
  const current = () => query.data?.find(({ id }) => id === (document.activeElement as HTMLElement | null)?.dataset['id'])
  const ask = (act: Act['act']) => {
    const service = current()
    if (service) setOpen({ service, act })
  }
  useRowKeys(
    'Services',
    'service',
    mayChange
      ? [
          { keys: 'e', label: 'Change the service', run: () => ask('change') },
          { keys: 'd', label: 'Stop offering or reinstate the service', run: () => ask('offer') },
        ]
      : [],
  )
  const settle = (message: string | undefined) => {
    setOpen(undefined)
    setChanged(message)
  }
  const onDone = (message: string) => {
    notify(message)
    settle(undefined)
  }
  return (
    <PageFrame title="Services" note={<p className="text-ink-soft">In the order travellers see them.</p>}>
      {changed && (
        <Alert kind="warning" title="Someone else changed this first" className="mb-5">
          {changed} This page now shows the current version.
        </Alert>
      )}
      <ListFrame
        list={{ ...query, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }}
        count={query.data?.length}
        failed="We couldn’t load the services"
        empty={<EmptyState title="No services">There are no vehicle services, so customers can’t request one.</EmptyState>}
      >
        {query.data?.map((service) => (
          <ServiceCard key={service.id} service={service} onAct={mayChange ? (act) => setOpen({ service, act }) : undefined} />
        ))}
      </ListFrame>
      {open?.act === 'change' && (
        <ServiceDialog
          service={open.service}
          taxChoices={taxChoices}
          onClose={() => setOpen(undefined)}
          onDone={onDone}
          onChanged={settle}
        />
      )}
      {open?.act === 'offer' && <OfferDialog service={open.service} onClose={() => setOpen(undefined)} onDone={onDone} />}
    </PageFrame>
  )
}
