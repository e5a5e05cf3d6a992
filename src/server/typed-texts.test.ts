import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

/** Fields that are compared or looked up exactly, and shown to nobody. */
const TO_THE_LETTER =
  /(^|\.)(password|currentPassword|newPassword|code|token|homepage|\w*[iI]ds?|id|key|version|capacityGroup|subject|images|seenAlt|seenName|seen\.status|transports)$/

const routes: RouteOptions[] = []
let site: TestApp
beforeAll(async () => {
  site = await createTestApp({}, { onRoute: (route) => void routes.push(route) })
})
afterAll(async () => site.close())

const HOSTILE = ['a\u202Eb\u200Bc', 'A text \u202E that \u2066 goes on \u200B for long \u00AD enough \uFEFF to be one \u{E0041}']
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u200b\u00ad\ufeff\u{e0000}-\u{e007f}]/u

interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  in?: z.ZodMiniType
}

function* textsOf(schema: z.ZodMiniType, path: string): Generator<[string, z.ZodMiniType]> {
  const { type, shape = {}, element, innerType, valueType, options = [], in: input } = schema._zod.def as unknown as Definition
  if (type === 'string') yield [path, schema]
  for (const [name, field] of Object.entries(shape)) yield* textsOf(field, `${path}.${name}`)
  for (const inner of [element, innerType, valueType, input, ...options]) if (inner) yield* textsOf(inner, path)
}

function* texts(): Generator<[string, z.ZodMiniType]> {
  for (const { method, url, schema } of routes) {
    if (schema?.body) yield* textsOf(schema.body as z.ZodMiniType, `${String(method)} ${url} `)
  }
}

test('no text that a call accepts keeps marks that hide or reverse part of it (ASVS 1.3.3)', () => {
  const fields = [...texts()]
  expect(fields.length).toBeGreaterThan(60)
  const keeping = fields.filter(([, schema]) =>
    HOSTILE.some((text) => {
      const { success, data } = schema.safeParse(text)
      return success && HIDDEN.test(String(data))
    }),
  )
  expect(keeping.map(([path]) => path).filter((path) => !TO_THE_LETTER.test(path))).toEqual([])
})
