import type { z } from 'zod/mini'

/**
 * Returns a response that is just as its schema says: of the staff's calls, which no server but ours answers. Throws otherwise. A word of ours
 * (shared/words.ts) may be one that this page does not know yet, which its type says: schemas of responses transform nothing.
 */
export async function exactResponseOf<S extends z.ZodMiniType>(schema: S, call: Promise<unknown>): Promise<z.input<S>> {
  return schema.parse(await call) as z.input<S>
}
