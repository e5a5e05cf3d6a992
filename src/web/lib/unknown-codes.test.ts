import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { NO_SUCH_CODE } from '#shared/tours/offers/no-such-code.ts'
import { errorOfResponse } from './call-error.ts'
import { askWithCode } from './unknown-codes.ts'

test('a code that does not exist is asked for once, one that is not for this choice with each change of it', async () => {
  const client = new QueryClient()
  const refuse = (message: string) => vi.fn(async () => Promise.reject(errorOfResponse(400, { message, code: 'code_not_valid' })))
  const unknown = refuse(NO_SUCH_CODE)
  const unfit = refuse('Your total is below this code’s minimum spend.')
  for (const _ of [1, 2, 3]) {
    await expect(askWithCode(client, 'SPRNG10', unknown)).rejects.toThrow(NO_SUCH_CODE)
    await expect(askWithCode(client, 'SPRING10', unfit)).rejects.toThrow('minimum spend')
  }
  expect([unknown, unfit].map(({ mock }) => mock.calls.length)).toEqual([1, 3])
  expect(await askWithCode(client, 'RIGHT', async () => Promise.resolve('45.00'))).toBe('45.00')
})
