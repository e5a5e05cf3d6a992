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
      act={isActive ? 'Stop serving it' : 'Serve it again'}
      isActive={isActive}
      consequence={isActive ? offConsequence(area, areas) : `Quotes from and to ${code} (${name}) can be asked for again, from now on.`}
      send={async () => setAreaActive(code, !isActive)}
      onClose={onClose}
      onDone={() => onDone(isActive ? `${code} is no longer served.` : `${code} is served again.`)}
    />
  )
}
