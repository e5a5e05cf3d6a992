import { z } from 'zod/mini'
import { visible } from '#shared/fields.ts'
import { needing } from '#shared/lenient.ts'
import { photoSchema } from '#shared/photo-schema.ts'
import { MAX_ITEMS } from './items.ts'

/** Response of POST /vehicles/draft/photos, beyond specification §7. */
export const uploadedPhotoResponseSchema = needing(z.object({ photo: photoSchema }), 'photo')

// As typed so far: only lengths are checked, since it is an unfinished draft.
const text = (max: number) => z._default(z.string().check(visible, z.maxLength(max)), '')
const number = (fallback: number) => z._default(z.number().check(z.gte(0), z.lte(1_000_000)), fallback)

const draftItemSchema = needing(
  z.object({
    /** The wizard's local id of the item, which uploads refer to. */
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    name: text(200),
    /** Centimetres. */
    length: number(0),
    width: number(0),
    height: number(0),
    /** Uploaded photos have the id returned by the upload, others null. */
    photos: z._default(
      z
        .array(
          needing(
            z.object({ id: z.nullable(z.string().check(z.maxLength(64))), name: z.string().check(visible, z.maxLength(255)) }),
            'name',
          ),
        )
        .check(z.maxLength(50)),
      [],
    ),
  }),
  'id',
)

/** The wizard's input so far; every part is optional. */
export const draftContentSchema = z.object({
  /** The current step, 1 to 6. */
  step: z._default(z.number().check(z.int(), z.gte(1), z.lte(6)), 1),
  pickupPinCode: text(20),
  dropoffPinCode: text(20),
  /** The field's value, such as `2027-03-01T09:30`. */
  movingDate: text(40),
  serviceTypeId: text(100),
  contact: z._default(z.object({ name: text(200), email: text(300), phone: text(40), address: text(1000), dropaddress: text(1000) }), {
    name: '',
    email: '',
    phone: '',
    address: '',
    dropaddress: '',
  }),
  items: z._default(z.array(draftItemSchema).check(z.maxLength(MAX_ITEMS)), []),
  pickupFloor: number(0),
  dropFloor: number(0),
  helpers: number(0),
})
export type DraftContent = z.infer<typeof draftContentSchema>

/**
 * Body of PUT /vehicles/draft, beyond specification §7. `version` is the one last read (0 if none). If another tab has saved since, the
 * response is 409 `draft_changed`, and GET returns the current draft.
 */
export const saveDraftBodySchema = z.object({
  version: z.number().check(z.int(), z.gte(0), z.lte(2_000_000_000)),
  draft: draftContentSchema,
})

/** Response of PUT /vehicles/draft. */
export const savedDraftResponseSchema = z.object({ version: z.number() })

/** Response of GET /vehicles/draft: `draft` is null before the first save and after it has become a booking. */
export const draftResponseSchema = z.object({
  version: z.number(),
  draft: z.nullable(draftContentSchema),
  /** All uploads of this draft, whether or not an item refers to them. */
  photos: z.array(photoSchema),
})
