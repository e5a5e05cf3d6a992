import { ChevronLeft, ChevronRight, Pause, Play, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'
import { ButtonLink } from '#web/components/button.tsx'
import { PanelButton } from '#web/components/modal-panel.tsx'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { classNames } from '#web/lib/class-names.ts'
import { SEARCH_OVERLAY } from '#web/pages/layout/search-overlay.tsx'
import { HERO_DELAY_MS, HERO_SLIDES, HERO_SPEED_MS } from '#web/texts/home.ts'
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

type Props = { count: number; current: number; isPaused: boolean; onGo: (by: 1 | -1) => void; onPause: (isPaused: boolean) => void }

/** In pixels, because with larger text the words need the room rather than the arrows. */
const control = 'flex size-[44px] shrink-0 items-center justify-center rounded-pill bg-night/60 text-white transition-colors hover:bg-night'

function HeroControls({ count, current, isPaused, onGo, onPause }: Props) {
  return (
    <div className="needs-script pointer-events-none absolute inset-x-0 bottom-6">
      <div className="page-width flex items-center gap-[8px] *:pointer-events-auto sm:justify-end">
        <button type="button" aria-label="Previous slide" onClick={() => onGo(-1)} className={control}>
          <ChevronLeft aria-hidden="true" className="size-[20px]" />
        </button>
        <button
          type="button"
          aria-label={isPaused ? 'Play the slides' : 'Pause the slides'}
          onClick={() => onPause(!isPaused)}
          className={control}
        >
          {isPaused ? <Play aria-hidden="true" className="size-[20px]" /> : <Pause aria-hidden="true" className="size-[20px]" />}
        </button>
        <button type="button" aria-label="Next slide" onClick={() => onGo(1)} className={control}>
          <ChevronRight aria-hidden="true" className="size-[20px]" />
        </button>
        <span aria-hidden="true" className="ml-[8px] flex gap-[6px] sm:order-first sm:mr-3 sm:ml-0">
          {Array.from({ length: count }, (_, index) => (
            <span key={index} className={classNames('hero-dot', index === current && 'is-current')} />
          ))}
        </span>
      </div>
    </div>
  )
}

type Options = {
  count: number
  /** How long each slide stays, in milliseconds. */
  delayMs: number
  /** Duration of the transition, in milliseconds. */
  speedMs: number
  /** Whether a slide can be shown; the current one stays until the next is ready. */
  isReady?: (index: number) => boolean
}

const REDUCED = '(prefers-reduced-motion: reduce)'

/** A looping slideshow that stops while hovered, focused, hidden or paused by its button. */
function useSlideshow({ count, delayMs, speedMs, isReady = () => true }: Options) {
  const [current, setCurrent] = useState(0)
  const [isPaused, setIsPaused] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const go = (by: number) => setCurrent((at) => (at + by + count) % count)

  // After the first paint, so that prerendering and hydration agree.
  useEffect(() => {
    if (window.matchMedia(REDUCED).matches) setIsPaused(true)
  }, [])

  const isRunning = !isPaused && !isHovered && !isFocused
  const goOn = useEffectEvent(() => {
    if (!document.hidden && isReady((current + 1) % count)) go(1)
  })
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => goOn(), delayMs + speedMs)
    return () => clearInterval(timer)
  }, [isRunning, delayMs, speedMs])

  const rest = {
    onPointerEnter: () => setIsHovered(true),
    onPointerLeave: () => setIsHovered(false),
    onFocus: () => setIsFocused(true),
    onBlur: (event: FocusEvent) => setIsFocused(event.currentTarget.contains(event.relatedTarget)),
  }
  return { current, go, isPaused, setIsPaused, isRunning, rest }
}

const ENOUGH_PX = 48

/** Detects a horizontal swipe: 1 for next, -1 for previous. */
function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY }
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return
      const x = event.clientX - start.current.x
      const y = event.clientY - start.current.y
      start.current = null
      if (Math.abs(x) >= ENOUGH_PX && Math.abs(x) > Math.abs(y) * 1.5) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
