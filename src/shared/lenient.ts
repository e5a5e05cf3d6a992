import type { z } from 'zod/mini'

/** Names the fields without which a response, or an entry in it, is useless to the web app. */
export type Needing<Field extends string> = { readonly needed: readonly Field[] }

/** Marks the fields that a reader needs; all others may be missing (web/lib/lenient-reader.ts). */
export function needing<S extends z.ZodMiniObject, Field extends keyof S['_zod']['output'] & string>(
  schema: S,
  ...needed: Field[]
): S & Needing<Field> {
  return Object.assign(schema, { needed })
}

/**
 * A response whose server may omit or garble any field: unreadable fields are undefined, lists are always present, fields with a default
 * have it, and null stays null only if the schema allows it.
 */
export type Lenient<S> =
  S extends z.ZodMiniObject<infer Shape>
    ? LenientFields<Shape, S extends Needing<infer Field> ? Field : never>
    : S extends z.ZodMiniArray<infer Element>
      ? Lenient<Element>[]
      : S extends z.ZodMiniNullable<infer Inner>
        ? Lenient<Inner> | null
        : S extends z.ZodMiniOptional<infer Inner>
          ? Lenient<Inner> | undefined
          : S extends z.ZodMiniDefault<infer Inner>
            ? Lenient<Inner>
            : z.input<S>

type AlwaysThere<Shape> = { [K in keyof Shape]: Shape[K] extends z.ZodMiniArray | z.ZodMiniDefault ? K : never }[keyof Shape]

type LenientFields<Shape, Needed extends string, Sure extends keyof Shape = AlwaysThere<Shape> | (keyof Shape & Needed)> = {
  [K in Sure]: Lenient<Shape[K]>
} & { [K in Exclude<keyof Shape, Sure>]?: Lenient<Shape[K]> | undefined }
