import Lightbox, { type SlideImage } from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import type { PictureRecord } from '#web/components/picture.tsx'

export type LightboxProps = { pictures: PictureRecord[]; index: number; onClose: () => void }

/** Keeps the buttons visible on bright pictures. */
const BACKING = { borderRadius: 'var(--radius-pill)', background: 'color-mix(in srgb, var(--color-night) 60%, transparent)' }
const ARROW = { ...BACKING, margin: '0 0.5rem', padding: '0.5rem' }
const TOOLBAR = { ...BACKING, margin: '0.5rem', padding: 0 }

/** The picture viewer, in a chunk of its own that is loaded only when needed. */
export function TourLightbox({ pictures, index, onClose }: LightboxProps) {
  const hasOne = pictures.length === 1
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={pictures.map(toSlide)}
      plugins={hasOne ? [Zoom] : [Counter, Zoom]}
      carousel={{ finite: hasOne }}
      controller={{ closeOnBackdropClick: true }}
      styles={{ navigationPrev: ARROW, navigationNext: ARROW, toolbar: TOOLBAR }}
      counter={{ container: { style: { top: 0, bottom: 'unset' } } }}
      {...(hasOne && { render: { buttonPrev: () => null, buttonNext: () => null } })}
      animation={matchMedia('(prefers-reduced-motion: reduce)').matches ? { fade: 0, swipe: 0, navigation: 0 } : {}}
    />
  )
}

function toSlide({ filePath, alt, width, height }: PictureRecord): SlideImage {
  return { src: filePath, alt: alt ?? '', ...(width && { width }), ...(height && { height }) }
}
