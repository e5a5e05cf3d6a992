import { Picture, sourceSet } from '#web/components/picture.tsx'
import { HERO_SLIDES } from '#web/texts/home.ts'

export type HeroSlide = (typeof HERO_SLIDES)[number]

/** Phones get a crop around what matters: sharper, and no heavier, than the wide picture cut by the screen. */
const PHONE = '(max-width: 39.99rem)'
/** 500 px high and 6:5. */
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

/** What index.html tells the browser to fetch first: the first slide, as the `<picture>` above will ask for it. */
export function heroPreloads(): Record<string, string>[] {
  const { image, phoneImage } = HERO_SLIDES[0]
  return [
    { media: PHONE, imagesrcset: sourceSet(phoneImage.filePath, phoneImage.widths, 'avif'), imagesizes: PHONE_SIZES },
    { media: WIDE, imagesrcset: sourceSet(image.filePath, image.widths ?? [], 'avif'), imagesizes: '100vw' },
  ].map((each) => ({ ...each, type: 'image/avif' }))
}
