import { useId, type ComponentProps, type ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { StatusBadge } from './booking-parts.tsx'
import { travelersText, type BookingView } from './booking-view.ts'

type Props = {
  booking: BookingView
  onView: (booking: BookingView) => void
  /** Further actions, shown under the booking's details. */
  children?: ReactNode
}

const UNDER_ITS_CARD = 'mt-4 border-t border-line pt-4 text-sm text-ink-soft'

/** Specification §2. */
export function BookingCard({ booking, onView, children }: Props) {
  const titleId = useId()
  const { picture } = booking
  const tour = booking.tourId && pages.destinationDetails(booking.tourId)
  const [day = '', ...month] = booking.shortDate.split(' ')
  return (
    <article
      aria-labelledby={titleId}
      data-place={booking.id}
      className="@container rounded-card bg-paper p-5 shadow-card sm:p-6 print:break-inside-avoid print:border print:border-line print:shadow-none"
    >
      <div className="grid items-start gap-4 @2xs:grid-cols-[auto_minmax(0,1fr)] @xl:grid-cols-[auto_minmax(0,1fr)_auto_auto] @xl:items-center @xl:gap-x-6">
        <div className={classNames('relative justify-self-start', picture && 'w-24 @xl:w-36')}>
          {picture && (
            // The title links to the same page and has a name.
            <PlainLink to={tour} tabIndex={-1} aria-hidden="true">
              <Picture picture={picture} sizes="9rem" alt="" className="aspect-square rounded-field @xl:aspect-4/3" />
            </PlainLink>
          )}
          <p
            className={classNames(
              'flex flex-col items-center rounded-field text-center',
              picture ? 'absolute bottom-1.5 left-1.5 bg-paper/95 px-2.5 py-1 shadow-card' : 'min-w-18 bg-sand px-3 py-2.5',
            )}
          >
            <span className={classNames('font-display font-semibold', picture ? 'text-lg leading-tight' : 'text-2xl')}>{day}</span>{' '}
            <span className={classNames('font-semibold text-coral-deep', picture ? 'text-xs' : 'text-sm')}>{month.join(' ')}</span>
          </p>
        </div>
        <div className="min-w-0">
          <StatusBadge booking={booking} />
          <h3 id={titleId} className="mt-1 text-xl wrap-anywhere">
            <PlainLink to={tour} className="underline-offset-4 hover:underline">
              {booking.title}
            </PlainLink>
          </h3>
          <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-soft">
            <li>Duration: {booking.duration}</li>
            {booking.adults !== undefined && <li>{travelersText(booking)}</li>}
          </ul>
        </div>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-2 @xl:contents">
          <p className="font-display text-xl font-semibold tabular-nums">{booking.price}</p>
          <Button
            variant="secondary"
            size="small"
            aria-describedby={titleId}
            onClick={() => onView(booking)}
            className="min-h-11 px-6 print:hidden"
          >
            View
          </Button>
        </div>
      </div>
      {booking.refundText && <p className={UNDER_ITS_CARD}>{booking.refundText}</p>}
      {booking.paymentText && <p className={UNDER_ITS_CARD}>{booking.paymentText}</p>}
      {children}
    </article>
  )
}

/** A link if the tour is known, otherwise plain content. */
function PlainLink({ to, children, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string | undefined }) {
  return to ? (
    <Link {...rest} to={to}>
      {children}
    </Link>
  ) : (
    children
  )
}
