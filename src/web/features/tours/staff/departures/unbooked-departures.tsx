import { useId } from 'react'
import { ChevronDown } from 'lucide-react'
import { Button } from '#web/components/button.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { DepartureList, type ListProps } from './departure-list.tsx'

type Props = ListProps & {
  count: number
  /** Whether there are other departures, listed above. */
  isMore: boolean
  isOpen: boolean
  onToggle: () => void
}

/** The number of scheduled departures without bookings, expandable to their list. */
export function UnbookedDepartures({ count, isMore, isOpen, onToggle, ...list }: Props) {
  const id = useId()
  if (count === 0) return null
  return (
    <div className="mt-3">
      <Button variant="quiet" size="small" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={onToggle}>
        <ChevronDown aria-hidden="true" className={classNames('size-4 transition-transform', isOpen && 'rotate-180')} />
        {unbookedText(count, isMore)}
      </Button>
      {isOpen && (
        <div id={id} className="mt-2">
          <DepartureList {...list} bookings="none" />
        </div>
      )}
    </div>
  )
}

/** "12 more without bookings", or "12 departures without bookings" if there are no others. */
function unbookedText(count: number, isMore: boolean): string {
  if (isMore) return `${count.toLocaleString('en-GB')} more without bookings`
  return `${count === 1 ? '1 departure' : `${count.toLocaleString('en-GB')} departures`} without bookings`
}
