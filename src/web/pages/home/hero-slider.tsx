import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { useSlideshow } from '#web/components/use-slideshow.ts'
import { useSwipe } from '#web/components/use-swipe.ts'
import { classNames } from '#web/lib/class-names.ts'
import { HERO_DELAY_MS, HERO_SLIDES, HERO_SPEED_MS } from './home-content.ts'

const control = 'flex size-11 items-center justify-center rounded-pill bg-ink/55 text-white backdrop-blur-sm transition-colors hover:bg-ink'

export function HeroSlider() {
  const { current, go, isPaused, setIsPaused, rest } = useSlideshow({
    count: HERO_SLIDES.length,
    delayMs: HERO_DELAY_MS,
    speedMs: HERO_SPEED_MS,
  })
  const swipe = useSwipe(go)
  return (
    <section
      aria-roledescription="carousel"
      aria-label="What we do"
      {...rest}
      {...swipe}
      className="on-ink relative h-125 touch-pan-y overflow-hidden bg-ink"
    >
      {HERO_SLIDES.map((slide, index) => (
        <div
          key={slide.title}
          role="group"
          aria-roledescription="slide"
          aria-label={`${index + 1} of ${HERO_SLIDES.length}`}
          inert={index !== current}
          className={classNames('hero-slide', index === current && 'is-current')}
        >
          <Picture
            priority={index === 0}
            picture={slide.image}
            sizes="100vw"
            className="absolute inset-0 bg-ink"
            imageClassName={slide.focus}
          />
          <div className="hero-shade absolute inset-0" />
          <div className="page-width relative flex h-full flex-col justify-end pb-22 sm:justify-center sm:pb-0">
            <p className="eyebrow text-sun">{slide.lead}</p>
            <h2 className="mt-3 max-w-[13ch] text-4xl text-white">{slide.title}</h2>
            <p className="mt-4 max-w-[34ch] text-lg text-white">{slide.text}</p>
            <div className="mt-6">
              <ButtonLink to={slide.action.path}>{slide.action.title}</ButtonLink>
            </div>
          </div>
        </div>
      ))}
      <div className="pointer-events-none absolute inset-x-0 bottom-6">
        <div className="page-width flex items-center gap-2 *:pointer-events-auto sm:justify-end">
          <button type="button" aria-label="Previous slide" onClick={() => go(-1)} className={control}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </button>
          <button
            type="button"
            aria-label={isPaused ? 'Play the slides' : 'Pause the slides'}
            onClick={() => setIsPaused(!isPaused)}
            className={control}
          >
            {isPaused ? <Play aria-hidden="true" className="size-5" /> : <Pause aria-hidden="true" className="size-5" />}
          </button>
          <button type="button" aria-label="Next slide" onClick={() => go(1)} className={control}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </button>
        </div>
      </div>
    </section>
  )
}
