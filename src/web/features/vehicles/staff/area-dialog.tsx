import type { StaffArea } from '#shared/vehicles/coverage.ts'
import { useSetAreaActive } from './api/set-area-active.ts'
import { offConsequence } from './coverage-texts.ts'
import { SwitchDialog } from './switch-dialog.tsx'

type Props = { area: StaffArea; areas: StaffArea[]; onClose: () => void; onDone: (message: string) => void }

/** Switches an area on or off, explaining the consequences first. */
export function AreaDialog({ area, areas, onClose, onDone }: Props) {
  const { code, name, isActive } = area
  const setAreaActive = useSetAreaActive()
  return (
    <SwitchDialog
      title={`${code}, ${name}`}
      act={isActive ? 'Remove from coverage' : 'Restore coverage'}
      isActive={isActive}
      consequence={isActive ? offConsequence(area, areas) : `Customers will be able to request quotes to and from ${code} (${name}) again.`}
      send={async () => setAreaActive(code, !isActive)}
      onClose={onClose}
      onDone={() => onDone(isActive ? `${code} is no longer covered.` : `${code} is covered again.`)}
    />
  )
}
