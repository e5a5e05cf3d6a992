import fc from 'fast-check'
import { z } from 'zod/mini'
import { anyText } from '../../tests/support/any-text.ts'

/** The subset of JSON Schema that our schemas produce. */
interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
}

const HOSTILE: unknown[] = [
  null, true, 0, -1, 0.5, 1e21, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], '', ' ', 'x'.repeat(5000), '\u0000', 'NaN', 'null', '2027-02-30',
  '0000-01-01', '9999-12-31', '💥', '\ud800', "'; drop table bookings; --", '../../etc/passwd', '%00', '${7*7}', '__proto__', 'a\r\nb: c',
] // prettier-ignore

/** Yields mostly valid values for a schema, some spoilt at any depth. `known` holds texts that mean something here. */
export function valuesOf(schema: unknown, known: readonly string[]): fc.Arbitrary<unknown> {
  return schema instanceof Object && '_zod' in schema
    ? spoilt(toJsonSchema(schema as unknown as z.core.$ZodType), known)
    : fc.constantFrom(undefined, {})
}

function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema
}

/** One value in twelve, at any depth, violates its schema. */
function spoilt(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 11, arbitrary: fitting(schema, known) }, { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) })
}

function fitting(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const ways = schema.anyOf ?? schema.oneOf
  if (ways && ways.length > 0) return fc.oneof(...ways.map((way) => fitting(way, known)))
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map((part) => fitting(part, known))).map((parts) => Object.assign({}, ...parts) as object)
  switch (schema.type) {
    case 'object':
      return objects(schema, known)
    case 'array':
      return fc.array(spoilt(schema.items ?? {}, known), { maxLength: 4 })
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -10, -1e6), max: Math.min(schema.maximum ?? 2000, 1e6) })
    case 'number':
      return fc.oneof(fc.integer({ min: -10, max: 100_000 }), fc.double())
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return texts(known)
    default:
      return fc.oneof(texts(known), fc.jsonValue({ maxDepth: 2 }))
  }
}

function objects({ properties = {}, required = [] }: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, spoilt(each, known)]))
  // Occasionally a required field is missing, or there is an unknown one.
  return fc.oneof(
    { weight: 10, arbitrary: fc.record(fields, { requiredKeys: required.filter((key) => key in fields) }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...fields, isAdmin: fc.constant(true) }) },
  )
}

function texts(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
    { weight: 1, arbitrary: anyText(30) },
  )
}
