import { useState } from 'react'
import { ItineraryDayRow, type Day } from './itinerary-day.tsx'
import type { OpenLightbox } from './use-lightbox.tsx'

type Props = { days: Day[]; onOpenPicture: OpenLightbox }

/** 'Day by Day Itinerary': opening a day closes the one that was open (specification §4). */
export function TourItinerary({ days, onOpenPicture }: Props) {
  const [openIndex, setOpenIndex] = useState<number>()
  if (days.length === 0) return null
  return (
    <section aria-labelledby="itinerary">
      <h2 id="itinerary" className="mb-5 text-2xl">
        Day by Day Itinerary
      </h2>
      <ol className="overflow-hidden rounded-card bg-paper shadow-card">
        {days.map((day, index) => (
          <ItineraryDayRow
            key={day.id ?? index}
            day={day}
            number={day.dayNumber ?? index + 1}
            isOpen={index === openIndex}
            onToggle={() => setOpenIndex(index === openIndex ? undefined : index)}
            onOpenPicture={onOpenPicture}
          />
        ))}
      </ol>
    </section>
  )
}
