import { CalendarCheck, Compass, RefreshCw } from 'lucide-react'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { CountUp } from '#web/components/count-up.tsx'
import { Picture } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { COUNTER_DELAY_MS, YEARS_OF_EXPERIENCE } from '#web/texts/home.ts'

const POINTS = [
  { icon: Compass, title: 'Trusted local travel experts', text: 'People who live there plan it, and answer when you call.' },
  { icon: CalendarCheck, title: 'Flexible hassle-free bookings', text: 'Clear refund rules, shown before you pay.' },
  { icon: RefreshCw, title: 'Real-time itinerary updates', text: 'When a plan changes, you’ll know straight away.' },
]

export function AboutSection() {
  return (
    <section aria-labelledby="about-title" className="bg-paper">
      <div className="page-width section-space grid items-center gap-10 md:grid-cols-2 md:gap-12 lg:gap-20">
        <div className="relative">
          <Picture
            picture={ART.about}
            sizes="(min-width: 64rem) 34rem, (min-width: 48rem) 58vw, 92vw"
            className="aspect-4/3 rounded-card md:aspect-3/4 lg:aspect-square"
          />
          <p className="on-ink absolute right-4 bottom-4 flex items-center gap-3 rounded-card bg-night px-5 py-4 text-white sm:right-6 sm:bottom-6 sm:px-7 sm:py-5">
            <span className="font-display text-4xl leading-none font-semibold text-sun">
              <CountUp to={YEARS_OF_EXPERIENCE} suffix="+" delayMs={COUNTER_DELAY_MS} />
            </span>
            <span className="text-sm leading-tight">
              years of
              <br />
              experience
            </span>
          </p>
        </div>
        <div>
          <p className="eyebrow mb-2">About us</p>
          <h2 id="about-title" className="text-3xl">
            A London agency for journeys near and far
          </h2>
          <p className="mt-4 max-w-text text-lg text-ink-soft">
            We send travellers across the world, move homes across town and hire out the right tool for the job. Always with one team and
            one number to call.
          </p>
          <ul className="mt-8 space-y-6">
            {POINTS.map(({ icon: Icon, title, text }) => (
              <li key={title} className="flex gap-4">
                <span className="flex size-11 shrink-0 items-center justify-center rounded-pill bg-sea-tint text-sea">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                <div>
                  <h3 className="text-lg leading-snug">{title}</h3>
                  <p className="text-ink-soft">{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <ButtonLink to={pages.about} variant="secondary" className="mt-9">
            More About
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
