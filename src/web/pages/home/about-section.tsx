import { CalendarCheck, Compass, RefreshCw } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
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

const STEPS_MS = 1400

type Props = { to: number; suffix?: string; /** Delay after it comes into view. */ delayMs: number }

/** Counts up from 0 once it is in view. Screen readers, reduced motion and pages without JavaScript get the final number at once. */
function CountUp({ to, suffix = '', delayMs }: Props) {
  const [value, setValue] = useState(to)
  const element = useRef<HTMLSpanElement>(null)
  const isHydrating = useIsHydrating()
  const [wasThere] = useState(isHydrating)

  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // A prerendered number that is already in view must not restart.
    if (wasThere && isOnScreen(target)) return
    setValue(0)
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    const count = (startedAt: number) => (now: number) => {
      const part = Math.min(1, Math.max(0, now - startedAt) / STEPS_MS)
      setValue(Math.round(to * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(count(startedAt))
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      timer = setTimeout(() => {
        frame = requestAnimationFrame(count(performance.now()))
      }, delayMs)
    })
    observer.observe(target)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [to, delayMs, wasThere])

  return (
    <span ref={element} className="inline-grid">
      <span aria-hidden="true" className="col-start-1 row-start-1 text-right tabular-nums">
        {value}
        {suffix}
      </span>
      {/* Reserves the width of the final number from the start. */}
      <span aria-hidden="true" className="invisible col-start-1 row-start-1 tabular-nums">
        {to}
        {suffix}
      </span>
      <span className="sr-only">
        {to}
        {suffix}
      </span>
    </span>
  )
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
