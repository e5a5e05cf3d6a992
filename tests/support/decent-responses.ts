import { expect } from 'vitest'
import { errorResponseSchema, STATUS_BY_CODE } from '../../src/shared/errors.ts'
import type { SiteResponse } from './browser.ts'

/** Expects a status below 500, and every refusal to be an API error that reveals nothing internal. */
export function expectDecentResponse(answer: SiteResponse, context: unknown = ''): void {
  const where = `${JSON.stringify(context).slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.status, where).toBeLessThan(500)
  if (answer.status >= 400) expectErrorForm(answer, where)
}

export function expectErrorForm(answer: SiteResponse, where = answer.text): void {
  const error = errorResponseSchema.parse(answer.json)
  expect(error.statusCode, where).toBe(answer.status)
  expect(STATUS_BY_CODE, where).toHaveProperty(error.code, answer.status)
  expect(error.message.length, where).toBeGreaterThan(5)
  expect(Object.keys(answer.json), where).toEqual(expect.arrayContaining(['statusCode', 'code', 'message']))
  expectNothingOfTheInside(answer, where)
}

/** Expects a status below 500, and a page or, if its route was not reached, an API error. */
export function expectDecentPage(answer: SiteResponse, context: unknown = ''): void {
  if (answer.json) return expectDecentResponse(answer, context)
  const where = `${JSON.stringify(context).slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.status, where).toBeLessThan(500)
  expectPage(answer, where)
}

export function expectPage(answer: SiteResponse, where = answer.text): void {
  expect(answer.headers['content-type'], where).toBe('text/html; charset=utf-8')
  expect(answer.text, where).toMatch(/<p>.{5,}<\/p>/)
  expectNothingOfTheInside(answer, where)
}

function expectNothingOfTheInside(answer: SiteResponse, where: string): void {
  expect(answer.text, where).not.toMatch(/\.(ts|js):\d|node_modules|\n\s+at |kysely|postgres|ECONN|syntax error|duplicate key/i)
}
