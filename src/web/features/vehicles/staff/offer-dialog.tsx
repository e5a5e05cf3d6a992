import type { StaffService } from '#shared/vehicles/staff.ts'
import { useSetServiceActive } from './api/set-service-active.ts'
import { offerConsequence } from './service-texts.ts'
import { SwitchDialog } from './switch-dialog.tsx'

type Props = { service: StaffService; onClose: () => void; onDone: (message: string) => void }

export function OfferDialog({ service, onClose, onDone }: Props) {
  const { id, name, isActive } = service
  const setServiceActive = useSetServiceActive()
  return (
    <SwitchDialog
      title={isActive ? 'Stop offering this service' : 'Reinstate this service'}
      act={isActive ? 'Stop offering' : 'Reinstate'}
      isActive={isActive}
      consequence={offerConsequence(service)}
      send={async () => setServiceActive(id, !isActive)}
      onClose={onClose}
      onDone={() => onDone(isActive ? `${name} is no longer offered.` : `${name} reinstated.`)}
    />
  )
}
