import { Picture, sourceSet } from '#web/components/picture.tsx'
import { HERO_SLIDES } from '#web/texts/home.ts'

export type HeroSlide = (typeof HERO_SLIDES)[number]

/** Phones get a crop around the subject: sharper than the wide picture cut off by the screen, and no heavier. */
const PHONE = '(max-width: 39.99rem)'
/** For a picture that is 500 px high, in the ratio 6:5. */
const PHONE_SIZES = '600px'
const WIDE = '(min-width: 40rem)'

export function HeroPicture({ slide, isFirst }: { slide: HeroSlide; isFirst: boolean }) {
  return (
    <Picture
      priority={isFirst}
      picture={slide.image}
      sizes="100vw"
      narrow={{ ...slide.phoneImage, media: PHONE, sizes: PHONE_SIZES }}
      className="absolute inset-0 bg-ink"
      imageClassName={slide.focus}
    />
  )
}

/** Returns what index.html tells the browser to preload: the first slide, as the `<picture>` above will request it. */
export function heroPreloads(): Record<string, string>[] {
  const { image, phoneImage } = HERO_SLIDES[0]
  return [
    { media: PHONE, imagesrcset: sourceSet(phoneImage.filePath, phoneImage.widths, 'avif'), imagesizes: PHONE_SIZES },
    { media: WIDE, imagesrcset: sourceSet(image.filePath, image.widths ?? [], 'avif'), imagesizes: '100vw' },
  ].map((each) => ({ ...each, type: 'image/avif' }))
}
