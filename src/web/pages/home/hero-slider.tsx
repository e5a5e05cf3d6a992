import { Search } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { ButtonLink } from '#web/components/button.tsx'
import { PanelButton } from '#web/components/modal-panel.tsx'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { useSlideshow } from '#web/components/use-slideshow.ts'
import { useSwipe } from '#web/components/use-swipe.ts'
import { classNames } from '#web/lib/class-names.ts'
import { HERO_DELAY_MS, HERO_SLIDES, HERO_SPEED_MS } from '#web/texts/home.ts'
import { SEARCH_OVERLAY } from '#web/pages/layout/search-overlay.tsx'
import { HeroControls } from './hero-controls.tsx'
import { HeroPicture, type HeroSlide } from './hero-picture.tsx'

/** Specification §9: three slides, 500 px high, that fade over 300 ms and stay for 1000 ms. */
export function HeroSlider() {
  const section = useRef<HTMLElement>(null)
  // On a slow connection the next slide waits for its picture.
  const isLoaded = (index: number) => section.current?.querySelectorAll('picture')[index]?.querySelector('img')?.complete === true
  const { current, go, isPaused, setIsPaused, rest } = useSlideshow({
    count: HERO_SLIDES.length,
    delayMs: HERO_DELAY_MS,
    speedMs: HERO_SPEED_MS,
    isReady: isLoaded,
  })
  const swipe = useSwipe(go)
  // Until the script has loaded, the slideshow is pure CSS (hero.css).
  const isHydrating = useIsHydrating()
  const takeOver = useEffectEvent(() => {
    const slides = Array.from(section.current?.querySelectorAll('.hero-text') ?? [])
    const shown = slides.findIndex((text) => text.checkVisibility({ visibilityProperty: true }))
    if (shown > 0) go(shown)
    if (section.current?.matches(':hover')) rest.onPointerEnter()
  })
  useLayoutEffect(() => takeOver(), [])
  return (
    <section
      ref={section}
      aria-roledescription="carousel"
      aria-label="What we do"
      {...rest}
      {...swipe}
      className="hero on-ink relative h-125 touch-pan-y overflow-hidden bg-night"
    >
      {HERO_SLIDES.map((slide, index) => (
        <div
          key={slide.title}
          role="group"
          aria-roledescription="slide"
          aria-label={`${index + 1} of ${HERO_SLIDES.length}`}
          inert={index !== current && !isHydrating}
          className={classNames('hero-slide', index === current && 'is-current')}
        >
          <HeroPicture slide={slide} isFirst={index === 0} />
          <div className="hero-shade absolute inset-0" />
          <HeroText slide={slide} />
        </div>
      ))}
      <HeroSearch />
      <HeroControls count={HERO_SLIDES.length} current={current} isPaused={isPaused} onGo={go} onPause={setIsPaused} />
    </section>
  )
}

function HeroText({ slide }: { slide: HeroSlide }) {
  return (
    <div className="hero-text page-width relative flex h-full flex-col isolate justify-end pb-22 sm:justify-center sm:pb-0">
      <div className="hero-words relative">
        <p className="eyebrow text-white sm:text-sun">{slide.lead}</p>
        <h2 className="mt-3 max-w-[13ch] text-4xl text-white max-sm:mt-2">{slide.title}</h2>
        <p className="mt-4 max-w-[38ch] text-lg text-white max-sm:mt-3">{slide.text}</p>
        <div className="mt-6 max-sm:mt-5">
          <ButtonLink to={slide.action.path} size="large" className="max-sm:min-h-12 max-sm:px-6 max-sm:text-base">
            {slide.action.title}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** On phones the search is on the picture, within reach of the thumb. */
function HeroSearch() {
  return (
    <div className="page-width absolute inset-x-0 top-4 sm:hidden">
      <PanelButton
        panel={SEARCH_OVERLAY}
        action="open"
        className="flex min-h-12 w-full items-center gap-3 rounded-pill bg-paper px-5 text-left text-sm font-semibold text-ink shadow-lift xs:text-base"
      >
        <Search aria-hidden="true" className="size-5 shrink-0 text-coral-deep" />
        Where would you like to go?
      </PanelButton>
    </div>
  )
}
