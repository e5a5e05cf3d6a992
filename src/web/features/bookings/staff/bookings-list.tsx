import { CircleAlert, Map, Search, Truck } from 'lucide-react'
import { Link } from 'react-router'
import { guestsText } from '#shared/bookings/guests-text.ts'
import type { ReadBooking } from '#shared/bookings/staff.ts'
import { daysBetween, longDay, type Day } from '#shared/dates.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import { isComposing } from '#web/components/disclosure.ts'
import { daysText } from '#web/lib/moments.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { BookingStatusMark } from './booking-status.tsx'

const MIN_LENGTH = 3
const isEnough = (text: string) => text.length >= MIN_LENGTH

type SearchProps = {
  value: string
  onChange: (text: string) => void
}

/** Searches bookings by anything known about them. `[data-search]` marks the field to focus. */
export function SearchField({ value, onChange }: SearchProps) {
  const { text, meant, setText, send } = useSearchText({ asked: value, onAsk: onChange, isEnough })
  const isShort = meant !== '' && !isEnough(meant)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="relative"
    >
      <Search aria-hidden="true" className="pointer-events-none absolute top-0 left-3.5 h-12 w-5 text-ink-soft" />
      <input
        data-search
        type="search"
        aria-label="Search bookings"
        placeholder="Name, email, phone, reference or amount"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={text}
        aria-describedby="search-hint"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
          // The browser would clear the field, and with it the search.
          event.preventDefault()
          event.currentTarget.blur()
        }}
        className="field-control pl-11! text-ellipsis md:pr-12!"
      />
      <kbd className="pointer-events-none absolute top-3 right-3.5 rounded-[6px] border border-line-strong px-2 font-sans text-xs leading-6 text-ink-soft max-md:hidden">
        /
      </kbd>
      <p id="search-hint" role="status" className="text-xs text-ink-soft not-empty:mt-1.5">
        {isShort && `Type at least ${MIN_LENGTH} characters.`}
      </p>
    </form>
  )
}

type Props = { booking: ReadBooking; to: string; today: Day }

export function BookingRow({ booking, to, today }: Props) {
  const { reference, kind, title, customer, startsOn, status, total, currency, guests, openTasks } = booking
  const Icon = kind === 'tour' ? Map : Truck
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-cream sm:px-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1.2fr)_7rem_7.5rem_6rem]">
      <div className="flex min-w-0 items-center gap-3">
        <Icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft max-lg:hidden" />
        <div className="min-w-0">
          <Link
            to={to}
            data-row
            className="block font-semibold before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-coral-deep"
          >
            {title}
          </Link>
          <p className="text-ink-soft tabular-nums lg:truncate">
            {reference}
            <span>{guests !== null && ` · ${guestsText(guests)}`}</span>
          </p>
        </div>
      </div>
      <p className="justify-self-end font-semibold tabular-nums lg:order-last">{formatMoney(toMoney(total, currency))}</p>
      <div className="flex min-w-0 flex-wrap gap-x-3 lg:contents">
        <div className="min-w-0">
          <p className="wrap-anywhere">{customer.name}</p>
          <p translate="no" className="truncate text-ink-soft max-lg:hidden">
            {customer.email}
          </p>
        </div>
        <div className="shrink-0 tabular-nums max-lg:text-ink-soft">
          <p>{longDay(startsOn)}</p>
          <p className="text-ink-soft max-lg:hidden">{daysText(daysBetween(today, startsOn))}</p>
        </div>
      </div>
      <div className="flex items-center justify-end gap-1.5 max-sm:flex-col max-sm:items-end lg:flex-col lg:items-start">
        <BookingStatusMark status={status} kind={kind} />
        {openTasks > 0 && (
          <span className="inline-flex items-center gap-1 text-xs font-semibold text-danger">
            <CircleAlert aria-hidden="true" className="size-3.5" />
            {openTasks === 1 ? '1 task' : `${openTasks} tasks`}
          </span>
        )}
      </div>
    </li>
  )
}

type Counted = {
  shown: number
  /** The number of matches; undefined if there are more than the server counts. */
  total: number | undefined
  isMore: boolean
  order: string
}

/** "50 of 120 bookings, the newest first". */
export function countText({ shown, total, isMore, order }: Counted): string {
  const whole = total?.toLocaleString('en-GB') ?? 'more than 1,000'
  const count = isMore ? `${shown} of ${whole} bookings` : shown === 1 ? '1 booking' : `${shown} bookings`
  return shown > 1 ? `${count}, ${order}` : count
}
