import { z } from 'zod/mini'

/** Refuses an empty field with this message alone: whatever else is wrong with it follows from that. */
export const required = (message: string) => z.minLength(1, { error: message, abort: true })
