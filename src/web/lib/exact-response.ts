import type { z } from 'zod/mini'

/**
 * Parses a response strictly; throws if it does not match. For staff calls, which only our own server answers. A value from shared/words.ts
 * may be newer than this page, which its type allows for. Response schemas have no transforms.
 */
export async function exactResponseOf<S extends z.ZodMiniType>(schema: S, call: Promise<unknown>): Promise<z.input<S>> {
  return schema.parse(await call) as z.input<S>
}
