import { BedDouble, Check, ChevronDown, Minus, TrainFront, Utensils } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { Lenient } from '#shared/lenient.ts'
import type { itineraryDaySchema } from '#shared/tours/public.ts'
import { Picture, type PictureRecord } from '#web/components/picture.tsx'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { classNames } from '#web/lib/class-names.ts'
import type { OpenLightbox } from './tour-gallery.tsx'

type TourItineraryProps = { days: Day[]; onOpenPicture: OpenLightbox }

/** 'Day by Day Itinerary': opening a day closes the one that was open (specification §4). */
export function TourItinerary({ days, onOpenPicture }: TourItineraryProps) {
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

type Day = Lenient<typeof itineraryDaySchema>
type ItineraryDayRowProps = { day: Day; number: number; isOpen: boolean; onToggle: () => void; onOpenPicture: OpenLightbox }

export function ItineraryDayRow({ day, number, isOpen, onToggle, onOpenPicture }: ItineraryDayRowProps) {
  const panelId = useId()
  // The server renders closed days too, for crawlers and visitors without JavaScript.
  const isServed = useIsHydrating()
  return (
    <li className="border-line not-first:border-t">
      <h3 className="font-sans text-lg">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={onToggle}
          className="flex w-full items-center gap-[min(1rem,4vw)] px-[min(1.25rem,6vw)] py-4 text-left -outline-offset-3 hover:bg-sand/60"
        >
          <span className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
            <span className="rounded-pill bg-coral-tint px-3 py-1 text-sm font-semibold whitespace-nowrap text-coral-deep">
              Day {number}
            </span>
            <span className="min-w-0 flex-[1_1_8rem] font-semibold">{day.title}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-[min(1.25rem,6vw)] shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={panelId} className={isOpen ? undefined : 'hidden noscript:block'}>
        {(isOpen || isServed) && <DayDetails day={day} onOpenPicture={onOpenPicture} />}
      </div>
    </li>
  )
}

function DayDetails({ day, onOpenPicture }: { day: Day; onOpenPicture: OpenLightbox }) {
  const { activities, images } = day
  const hasPictures = images.length > 0
  const pictureOf = (index: number) => <DayPicture pictures={images} index={index} dayTitle={day.title} onOpen={onOpenPicture} />
  return (
    <div className="appear @container grid grid-cols-1 gap-5 px-5 pt-1 pb-6">
      <div className={classNames('grid gap-5', hasPictures && 'gap-x-8 @xl:grid-cols-[minmax(0,1fr)_17rem] @xl:grid-rows-[auto_1fr]')}>
        {hasPictures && <div className="@xl:col-start-2">{pictureOf(0)}</div>}
        <div
          className={classNames(
            '@container grid min-w-0 grid-cols-1 content-start gap-5',
            hasPictures && '@xl:col-start-1 @xl:row-span-2 @xl:row-start-1',
          )}
        >
          <p className="max-w-text">{day.description}</p>
          {activities.length > 0 && (
            <ul aria-label="Activities" className="grid gap-x-6 gap-y-2 @lg:grid-cols-2">
              {activities.map((activity) => (
                <li key={activity} className="flex gap-2.5">
                  <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-sea" />
                  {activity}
                </li>
              ))}
            </ul>
          )}
        </div>
        {images.length > 1 && (
          <ul aria-label="More pictures" className="grid grid-cols-2 content-start gap-3 @xl:col-start-2">
            {images.slice(1).map((image, index) => (
              <li key={image.filePath} className="only:col-span-2">
                {pictureOf(index + 1)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <dl className="grid grid-cols-1 gap-4 rounded-field bg-sand/70 p-4 sm:grid-cols-3">
        {day.accommodation && (
          <Fact icon={<BedDouble />} name="Accommodation">
            {day.accommodation}
          </Fact>
        )}
        {day.transportation && (
          <Fact icon={<TrainFront />} name="Transport">
            {day.transportation}
          </Fact>
        )}
        <Fact icon={<Utensils />} name="Meals">
          <Meal name="Breakfast" isIncluded={day.breakfastIncluded === true} />
          <Meal name="Lunch" isIncluded={day.lunchIncluded === true} />
          <Meal name="Dinner" isIncluded={day.dinnerIncluded === true} />
        </Fact>
      </dl>
    </div>
  )
}

function Meal({ name, isIncluded }: { name: string; isIncluded: boolean }) {
  const Mark = isIncluded ? Check : Minus
  return (
    <span className="flex items-center gap-1.5">
      <Mark aria-hidden="true" className={classNames('size-4', isIncluded ? 'text-sea' : 'text-ink-soft')} />
      {name} <span className="sr-only">{isIncluded ? 'included' : 'not included'}</span>
    </span>
  )
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="relative min-w-0 pl-8">
      <dt className="text-sm font-semibold">
        <span aria-hidden="true" className="absolute top-0.5 left-0 text-sea [&_svg]:size-5">
          {icon}
        </span>
        {name}
      </dt>
      <dd className="text-sm wrap-anywhere text-ink-soft">{children}</dd>
    </div>
  )
}

/** 17rem wide beside the text. Above it (on phones and in the narrow column from 64rem), as wide as the day. */
const SIZES = '(min-width: 70rem) 17rem, (min-width: 64rem) 30rem, (min-width: 44rem) 17rem, 100vw'

type DayPictureProps = {
  /** All pictures of the day, for the viewer to page through. */
  pictures: PictureRecord[]
  index: number
  dayTitle: string | undefined
  onOpen: OpenLightbox
}

function DayPicture({ pictures, index, dayTitle, onOpen }: DayPictureProps) {
  const picture = pictures[index]
  if (!picture) return null
  return (
    <button
      type="button"
      aria-label={`Enlarge: ${picture.alt || dayTitle || 'picture of the day'}`}
      onClick={() => onOpen(pictures, index)}
      className="group block w-full overflow-hidden rounded-field"
    >
      <Picture
        picture={picture}
        alt=""
        sizes={SIZES}
        className="aspect-3/2"
        imageClassName="transition-transform duration-300 group-hover:scale-102"
      />
    </button>
  )
}
