import { useState, type ComponentType } from 'react'
import type { PictureRecord } from '#web/components/picture.tsx'
import { TimedAlert } from '#web/components/timed-alert.tsx'
import { useClosedByBack } from '#web/lib/closed-by-back.ts'
import { logProblem } from '#web/lib/log.ts'
import type { LightboxProps } from './tour-lightbox.tsx'

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
