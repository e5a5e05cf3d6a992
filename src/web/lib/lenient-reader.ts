import type { z } from 'zod/mini'
import type { Lenient } from '#shared/lenient.ts'

type Schema = z.ZodMiniType & { readonly needed?: readonly string[] }
/** Number of unusable list entries. */
export type Losses = { count: number }

/**
 * Reads what a schema can use of a value: missing, null or invalid fields become undefined, list entries without required fields are
 * dropped, and unknown fields are ignored. Undefined if the value as a whole is unusable.
 */
export function readLeniently<S extends z.ZodMiniType>(schema: S, value: unknown, losses: Losses = { count: 0 }): Lenient<S> | undefined {
  return read(schema, value, losses) as Lenient<S> | undefined
}

function read(schema: Schema, value: unknown, losses: Losses): unknown {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return readObject(def.shape as Record<string, Schema>, schema.needed ?? [], value, losses)
    case 'array':
      return readList(def.element as Schema, value, losses)
    case 'nullable':
      return value === null ? null : read(def.innerType as Schema, value, losses)
    case 'optional':
      return read(def.innerType as Schema, value, losses)
    case 'default':
      return read(def.innerType as Schema, value, losses) ?? def.defaultValue
    default: {
      const parsed = schema.safeParse(converted(def.type, value))
      return parsed.success ? parsed.data : undefined
    }
  }
}

function readObject(shape: Record<string, Schema>, needed: readonly string[], value: unknown, losses: Losses): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const given = value as Record<string, unknown>
  const fields = Object.entries(shape).map(([name, schema]) => [name, read(schema, given[name], losses)] as const)
  const object: Record<string, unknown> = Object.fromEntries(fields)
  return needed.some((name) => object[name] === undefined || object[name] === '') ? undefined : object
}

function readList(element: Schema, value: unknown, losses: Losses): unknown[] {
  const given = Array.isArray(value) ? value : []
  const entries = given.map((entry: unknown) => read(element, entry, losses)).filter((entry) => entry !== undefined)
  losses.count += given.length - entries.length
  return entries
}

/**
 * Converts a value to its schema's type: some servers send numbers as decimal text ("parsed as decimal", specification §3), or text as
 * numbers.
 */
function converted(type: string, value: unknown): unknown {
  if (type === 'string' && typeof value === 'number') return String(value)
  if (type === 'number' && typeof value === 'string' && value.trim() !== '') return Number(value)
  return value
}
