import { Picture, sourceSet, type OtherCut } from '#web/components/picture.tsx'
import { HERO_SLIDES } from '#web/texts/home.ts'

export type HeroSlide = (typeof HERO_SLIDES)[number]

/**
 * Phones get a crop around the subject: sharper than the wide picture cut off by the screen, and no larger to download. The picture is 500
 * px high, with a ratio of 22:25 on a phone in portrait, 6:5 on wider screens.
 */
const PORTRAIT = { media: '(max-width: 27.5rem)', sizes: '440px' }
const LANDSCAPE = { media: '(min-width: 27.51rem) and (max-width: 39.99rem)', sizes: '600px' }
const WIDE = { media: '(min-width: 40rem)', sizes: '100vw' }

export function HeroPicture({ slide, isFirst }: { slide: HeroSlide; isFirst: boolean }) {
  return (
    <Picture
      priority={isFirst}
      picture={slide.image}
      sizes={WIDE.sizes}
      cuts={cutsOf(slide)}
      className="absolute inset-0 bg-night"
      imageClassName={slide.focus}
    />
  )
}

function cutsOf({ phoneImages }: HeroSlide): OtherCut[] {
  return [
    { ...phoneImages.portrait, ...PORTRAIT },
    { ...phoneImages.landscape, ...LANDSCAPE },
  ]
}

/** Preload links for index.html: the first slide, exactly as the `<picture>` above requests it. */
export function heroPreloads(): Record<string, string>[] {
  const slide = HERO_SLIDES[0]
  const cuts: OtherCut[] = [...cutsOf(slide), { filePath: slide.image.filePath, widths: slide.image.widths ?? [], ...WIDE }]
  return cuts.map(({ filePath, widths, media, sizes }) => ({
    media,
    imagesrcset: sourceSet(filePath, widths, 'avif'),
    imagesizes: sizes,
    type: 'image/avif',
  }))
}
