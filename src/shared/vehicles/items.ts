import { z } from 'zod/mini'
import { required, storable, typed } from '#shared/fields.ts'
import { CENTIMETRES, readTyped } from '#shared/typed-numbers.ts'
import { MAX_PHOTOS_PER_ITEM, MAX_PHOTOS_PER_REQUEST, TOO_MANY_ITEM_PHOTOS, TOO_MANY_PHOTOS } from '#shared/photos.ts'

/** Maximum items per request. */
export const MAX_ITEMS = 100
export const TOO_MANY_ITEMS = `You can book up to ${MAX_ITEMS} items online`

const MAX_CENTIMETRES = 100_000

function centimetres(name: string) {
  const missing = `${name} is required`
  const wrong = `${name} must be a positive number`
  return z.pipe(
    z.union([z.string(), z.number()], missing).check(
      z.refine((value) => String(value).trim() !== '', { error: missing, abort: true }),
      z.refine((value) => Number(value) > 0 && Number(value) <= MAX_CENTIMETRES, wrong),
    ),
    z.transform(Number),
  )
}

const sizeSchema = z.object({ length: centimetres('Length'), width: centimetres('Width'), height: centimetres('Height') })
type Size = z.infer<typeof sizeSchema>

const itemName = z
  .string('Item name is required')
  .check(
    typed,
    required('Item name is required'),
    storable,
    z.minLength(2, 'Item name must be at least 2 characters'),
    z.maxLength(100, 'Item name must be at most 100 characters'),
  )

/** Step 4: an item before it is added (specification §5). Sizes are in centimetres, as typed or as numbers. */
export const newItemSchema = z.object({
  name: itemName,
  length: typedCentimetres('Length'),
  width: typedCentimetres('Width'),
  height: typedCentimetres('Height'),
})

/** Typed by a person, whose decimal mark may be a comma; the rules of `centimetres` hold for the number. */
function typedCentimetres(name: string) {
  return z.pipe(
    z.union([z.string(), z.number()], `${name} is required`).check(({ value, issues }) => {
      const { message } = readTyped(String(value), CENTIMETRES)
      if (typeof value === 'string' && message !== undefined) issues.push({ code: 'custom', message, input: value, continue: false })
    }),
    z.pipe(
      z.transform((size: string | number) =>
        typeof size === 'number' || size.trim() === '' ? size : (readTyped(size, CENTIMETRES).decimal ?? 'no number'),
      ),
      centimetres(name),
    ),
  )
}

/** An item's size in the format of itemDetails (specification §7). */
export function dimensionsText({ length, width, height }: Size): string {
  return `${length}x${width}x${height} cm`
}

const DIMENSIONS = /^([^x]+)x([^x]+)x([^x]+) cm$/
const NOT_DIMENSIONS = 'Dimensions must be written as LxWxH cm'

/** Parses and re-formats the text of `dimensionsText`, with the rules of the wizard's three fields. */
const dimensionsSchema = z.pipe(
  z
    .string(NOT_DIMENSIONS)
    .check(
      typed,
      z.maxLength(100, { error: 'Dimensions must be at most 100 characters', abort: true }),
      z.regex(DIMENSIONS, { error: NOT_DIMENSIONS, abort: true }),
    ),
  z.transform((text, context) => {
    const [, length, width, height] = DIMENSIONS.exec(text) ?? []
    const size = sizeSchema.safeParse({ length, width, height })
    if (size.success) return dimensionsText(size.data)
    for (const { message } of size.error.issues) context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

/** An item as POST /vehicles/book carries it (specification §7). */
export const bookedItemSchema = z.object({
  name: itemName,
  dimensions: dimensionsSchema,
  /** File names, by which the draft's uploads are found. */
  photos: z._default(
    z
      .array(z.string().check(typed, z.maxLength(255, 'File names can be up to 255 characters')))
      .check(z.maxLength(MAX_PHOTOS_PER_ITEM, TOO_MANY_ITEM_PHOTOS)),
    [],
  ),
})

export const bookedItemsSchema = z
  .array(bookedItemSchema)
  .check(z.maxLength(MAX_ITEMS, TOO_MANY_ITEMS), z.refine(hasFewPhotos, TOO_MANY_PHOTOS))

/** Whether the items together stay within the photo limit of a request. */
function hasFewPhotos(items: readonly { photos: readonly unknown[] }[]): boolean {
  return items.reduce((sum, { photos }) => sum + photos.length, 0) <= MAX_PHOTOS_PER_REQUEST
}
