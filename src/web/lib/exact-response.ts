import type { z } from 'zod/mini'

/** Returns a response that is just as its schema says: of the staff's calls, which no server but ours answers. Throws otherwise. */
export async function exactResponseOf<S extends z.ZodMiniType>(schema: S, call: Promise<unknown>): Promise<z.output<S>> {
  return schema.parse(await call)
}
