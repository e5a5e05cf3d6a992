import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'

type Props = { count: number; current: number; isPaused: boolean; onGo: (by: 1 | -1) => void; onPause: (isPaused: boolean) => void }

/** In pixels, because with larger text the words need the room rather than the arrows. */
const control = 'flex size-[44px] shrink-0 items-center justify-center rounded-pill bg-night/60 text-white transition-colors hover:bg-night'

export function HeroControls({ count, current, isPaused, onGo, onPause }: Props) {
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
