import type { ReactNode } from 'react'

export const HELD_SEATS = 'held-seats'

type Props = {
  /** The seats that the traveller already holds. */
  held: ReactNode
  children: ReactNode
}

/** The 'Guests & Departure' card; its total and button are in BookAction. */
export function BookingCard({ held, children }: Props) {
  return (
    <section
      aria-labelledby="guests-departure"
      className="scroll-mt-28 rounded-card bg-paper p-6 shadow-card lg:rounded-b-none lg:px-6 lg:pt-5 lg:pb-2 lg:shadow-none"
    >
      <h2 id="guests-departure" className="mb-4 text-xl lg:mb-3">
        Guests & Departure
      </h2>
      <div id={HELD_SEATS} tabIndex={-1} className="scroll-mt-28">
        {held}
      </div>
      {children}
    </section>
  )
}
