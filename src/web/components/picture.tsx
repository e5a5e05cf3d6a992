import { classNames } from '#web/lib/class-names.ts'

/** A picture as in responses and the artwork index; `widths` lists the files `<base>-<w>.avif|webp` beside `filePath`. */
export type PictureRecord = {
  filePath: string
  alt?: string | undefined
  width?: number | undefined
  height?: number | undefined
  color?: string | undefined
  widths?: readonly number[] | undefined
}

/** Another crop, for screens that match `media`. */
export type OtherCut = { filePath: string; widths: readonly number[]; media: string; sizes: string }

type Props = {
  picture: PictureRecord
  cuts?: OtherCut[]
  /** The `sizes` attribute: the width at which it is shown. */
  sizes: string
  /** For the page's largest picture only: loads it eagerly. */
  priority?: boolean
  className?: string
  /** Classes of the image inside the frame, such as `object-[70%_40%]`. */
  imageClassName?: string
  /** Overrides the picture's own description; `''` if it is decorative. */
  alt?: string
}

/** The smaller format first: browsers use the first that they support. */
const TYPES = ['avif', 'webp'] as const
type PictureType = (typeof TYPES)[number]

export function Picture({ picture, cuts, sizes, priority = false, className, imageClassName, alt }: Props) {
  const { filePath, width, height, widths = [] } = picture
  return (
    <picture className={classNames('block overflow-hidden bg-sand-deep', className)} ref={(frame) => paint(frame, picture.color)}>
      {cuts?.flatMap((cut) => TYPES.map((type) => <Cut key={`${cut.media} ${type}`} {...cut} type={type} />))}
      {widths.length > 0 && <source type="image/avif" srcSet={sourceSet(filePath, widths, 'avif')} sizes={sizes} />}
      {widths.length > 0 && <source type="image/webp" srcSet={sourceSet(filePath, widths, 'webp')} sizes={sizes} />}
      <img
        src={filePath}
        alt={alt ?? picture.alt ?? ''}
        {...(width && height ? { width, height } : {})}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'auto' : 'async'}
        className={classNames('h-full w-full object-cover', imageClassName)}
      />
    </picture>
  )
}

function Cut({ filePath, widths, media, sizes, type }: OtherCut & { type: PictureType }) {
  return <source type={`image/${type}`} media={media} srcSet={sourceSet(filePath, widths, type)} sizes={sizes} />
}

export function sourceSet(filePath: string, widths: readonly number[], type: PictureType): string {
  const base = filePath.replace(/-\d+\.webp$/, '')
  return widths.map((width) => `${base}-${width}.${type} ${width}w`).join(', ')
}

/** Sets the colour by script, because the prerendered page's content security policy forbids style attributes. */
function paint(frame: HTMLElement | null, color: string | undefined): void {
  if (frame && color) frame.style.backgroundColor = color
}
