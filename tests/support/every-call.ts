import { expect } from 'vitest'
import { errorAnswerSchema, STATUS_BY_CODE } from '../../src/shared/errors.ts'
import { calls } from '../../src/shared/paths.ts'
import type { Answer } from './browser.ts'

type CallName = keyof typeof calls

/** How each call is made, with a body that it accepts as a form. A new call does not compile until it stands here. */
const METHODS: Record<CallName, { method: 'GET' | 'POST'; isOpen?: true; query?: string; body?: object }> = {
  login: { method: 'POST', isOpen: true, body: { email: 'nobody@example.test', password: 'password' } },
  signup: { method: 'POST', isOpen: true, body: { name: 'Nobody', email: 'user@example.com', password: 'password' } },
  refreshToken: { method: 'POST', isOpen: true, body: {} },
  logout: { method: 'POST', isOpen: true, body: {} },
  listTours: { method: 'GET' },
  tour: { method: 'GET' },
  seats: { method: 'GET', query: '?date=2027-01-01' },
  createCheckout: { method: 'POST', body: { priceId: 'price_1', tour_id: 'none', totalGuests: 1, travelDate: '2027-01-01' } },
  checkoutSession: { method: 'GET' },
  continuePayment: { method: 'POST', body: {} },
  releaseSeats: { method: 'POST', body: {} },
  calendarFile: { method: 'GET' },
  confirmation: { method: 'GET' },
  travellers: { method: 'POST', body: { names: ['Somebody'] } },
  webhook: { method: 'POST', isOpen: true, body: {} },
  payReturn: { method: 'GET', isOpen: true },
  payCancel: { method: 'GET', isOpen: true },
  myTourBookings: { method: 'GET' },
  myVehicleBookings: { method: 'GET' },
  createRefund: { method: 'POST', body: { bookingId: '00000000-0000-4000-8000-000000000000', stripeId: null, reason: '' } },
  refundPreview: { method: 'GET' },
}

export interface Call {
  name: string
  method: 'GET' | 'POST'
  /** The address for an id, which is put into it as it is. */
  url(id: string): string
  takesId: boolean
  isOpen: boolean
  body: object
}

export const everyCall: readonly Call[] = (Object.keys(METHODS) as CallName[]).map((name) => {
  const { method, isOpen = false, query = '', body = {} } = METHODS[name]
  const path = calls[name]
  const pattern = typeof path === 'function' ? path(':id') : path
  return { name, method, url: (id) => pattern.replace(':id', () => id) + query, takesId: typeof path === 'function', isOpen, body }
})

/** Below 500, and every refusal in the one form that decisions name, without a word of the inside. */
export function expectDecentAnswer(answer: Answer, context: unknown = ''): void {
  const where = `${JSON.stringify(context).slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.status, where).toBeLessThan(500)
  if (answer.status >= 400) expectErrorForm(answer, where)
}

export function expectErrorForm(answer: Answer, where = answer.text): void {
  const error = errorAnswerSchema.parse(answer.json)
  expect(error.statusCode, where).toBe(answer.status)
  expect(STATUS_BY_CODE, where).toHaveProperty(error.code, answer.status)
  expect(error.message.length, where).toBeGreaterThan(5)
  expect(Object.keys(answer.json), where).toEqual(expect.arrayContaining(['statusCode', 'code', 'message']))
  expect(answer.text, where).not.toMatch(/\.(ts|js):\d|node_modules|\n\s+at |kysely|postgres|ECONN|syntax error|duplicate key/i)
}
