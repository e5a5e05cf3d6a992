import { z } from 'zod/mini'
import { required } from './fields.ts'

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

const itemName = z
  .string('Item name is required')
  .check(
    z.trim(),
    required('Item name is required'),
    z.minLength(2, 'Item name must be at least 2 characters'),
    z.maxLength(100, 'Item name must be at most 100 characters'),
  )

/** Step 4: an item before it is added (specification §5). Sizes are centimetres, as typed or as numbers. */
export const newItemSchema = z.object({
  name: itemName,
  length: centimetres('Length'),
  width: centimetres('Width'),
  height: centimetres('Height'),
})

export type NewItem = z.infer<typeof newItemSchema>

/** How an item's size travels in itemDetails (specification §7). */
export function dimensionsText({ length, width, height }: Pick<NewItem, 'length' | 'width' | 'height'>): string {
  return `${length}x${width}x${height} cm`
}

export const bookedItem = z.object({
  name: itemName,
  /** `LxWxH cm`. */
  dimensions: z.string('Dimensions are required').check(z.trim(), z.maxLength(100, 'Dimensions are limited to 100 characters')),
  /** File names; those of the draft's uploads are found by them. */
  photos: z._default(
    z
      .array(z.string().check(z.maxLength(255, 'A file name is limited to 255 characters')))
      .check(z.maxLength(50, 'That is more photos than an item can have')),
    [],
  ),
})
