import { z } from 'zod/mini'

/** A telephone number for the eye, and as it is dialled: `+447700900123`. */
export const shownPhoneSchema = z.object({ text: z.string(), number: z.string() })
export type ShownPhone = z.infer<typeof shownPhoneSchema>
