import { Images } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { Picture, type PictureRecord } from '#web/components/picture.tsx'
import { TimedAlert } from '#web/components/timed-alert.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { useClosedByBack } from '#web/lib/closed-by-back.ts'
import { logProblem } from '#web/lib/log.ts'
import type { LightboxProps } from './tour-lightbox.tsx'

type Props = { pictures: PictureRecord[]; tourName: string; onOpen: OpenLightbox; onIntent: () => void }

/** Mosaic layouts by number of pictures shown; the viewer has the rest. */
const layouts = [
  '',
  'md:grid-cols-1 md:aspect-21/9 lg:aspect-2/1',
  'md:grid-cols-2 md:aspect-24/9 lg:aspect-2/1',
  'md:grid-cols-3 md:grid-rows-2 md:aspect-21/9 lg:aspect-2/1 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2',
  'md:grid-cols-4 md:grid-rows-2 md:aspect-21/9 lg:aspect-2/1 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2 md:[&>:nth-child(2)]:col-span-2',
  'md:grid-cols-4 md:grid-rows-2 md:aspect-21/9 lg:aspect-2/1 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2',
]
const MAX_SHOWN = 5

/** One large picture on phones, a mosaic on wider screens; clicking a picture enlarges it. */
export function TourGallery({ pictures, tourName, onOpen, onIntent }: Props) {
  const shown = pictures.slice(0, MAX_SHOWN)
  return (
    <section aria-label="Pictures" onPointerEnter={onIntent} onFocus={onIntent} className="relative">
      <div className={classNames('grid gap-2 overflow-hidden md:rounded-card', layouts[shown.length])}>
        {shown.map((picture, index) => (
          <button
            key={picture.filePath}
            type="button"
            aria-label={`Enlarge picture ${index + 1} of ${pictures.length}: ${picture.alt || tourName}`}
            onClick={() => onOpen(pictures, index)}
            className={classNames(
              'group relative min-h-0 overflow-hidden -outline-offset-4 focus-visible:outline-sun',
              index > 0 && 'max-md:hidden',
            )}
          >
            <Picture
              picture={picture}
              alt=""
              sizes={index === 0 ? '(min-width: 76rem) 50rem, 100vw' : '(min-width: 48rem) 34vw, 100vw'}
              priority={index === 0}
              className="aspect-4/3 h-full w-full max-md:max-h-[60dvh] md:aspect-auto"
              imageClassName="transition-transform duration-300 group-hover:scale-102"
            />
          </button>
        ))}
      </div>
      {pictures.length > 1 && (
        <button
          type="button"
          onClick={() => onOpen(pictures, 0)}
          className="absolute right-4 bottom-4 inline-flex min-h-11 items-center gap-2 rounded-pill bg-paper px-4 text-sm font-semibold shadow-card hover:bg-sand print:hidden"
        >
          <Images aria-hidden="true" className="size-4" />
          All {pictures.length} pictures
        </button>
      )}
    </section>
  )
}

const load = () => import('./tour-lightbox.tsx')

export type OpenLightbox = (pictures: PictureRecord[], index: number) => void

type Shown = Omit<LightboxProps, 'onClose'> & { opener: Element | null; Viewer: ComponentType<LightboxProps> }

/**
 * The page's one picture viewer, loaded on demand: `preload` on intent, `open` on click. If loading fails (offline), an alert says so and
 * the next click tries again.
 */
export function useLightbox() {
  const [shown, setShown] = useState<Shown>()
  const [hasFailed, setHasFailed] = useState(false)
  const open: OpenLightbox = (pictures, index) => {
    const opener = document.activeElement
    load().then(
      ({ TourLightbox }) => setShown({ pictures, index, opener, Viewer: TourLightbox }),
      (error: unknown) => {
        setHasFailed(true)
        logProblem('The picture viewer could not be loaded', error)
      },
    )
  }
  const close = () => {
    setShown(undefined)
    if (shown?.opener instanceof HTMLElement) shown.opener.focus({ preventScroll: true })
  }
  useClosedByBack(shown !== undefined, close)
  return {
    open,
    preload: () => void load().catch(() => undefined),
    element: shown ? (
      <shown.Viewer pictures={shown.pictures} index={shown.index} onClose={close} />
    ) : (
      hasFailed && (
        <TimedAlert kind="error" onClose={() => setHasFailed(false)} milliseconds={5000}>
          We couldn’t load the pictures. Please try again.
        </TimedAlert>
      )
    ),
  }
}
