import { z } from 'zod/mini'

/** A phone number in readable form, and as dialled: `+447700900123`. */
export const shownPhoneSchema = z.object({ text: z.string(), number: z.string() })
export type ShownPhone = z.infer<typeof shownPhoneSchema>
