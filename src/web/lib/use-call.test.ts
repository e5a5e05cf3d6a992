import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { useSingleCall } from './use-call.ts'

/** Returns the hook's result after a single render. */
function renderOnce(call: (id: string) => Promise<unknown>) {
  const seen: ReturnType<typeof useSingleCall<[string]>>[] = []
  const Page = () => {
    seen.push(useSingleCall(call))
    return null
  }
  renderToString(createElement(Page))
  const [hook] = seen
  if (!hook) throw new Error('nothing was rendered')
  return hook
}

it('makes one call for two clicks in one task', () => {
  const call = vi.fn(() => new Promise(() => {}))
  const { run } = renderOnce(call)
  run('first')
  run('second')
  expect(call.mock.calls).toEqual([['first']])
})

it('makes no second call after the first has ended either, while the page still shows the old state', async () => {
  const call = vi.fn(() => Promise.resolve())
  const { run } = renderOnce(call)
  run('first')
  await vi.waitUntil(() => call.mock.settledResults.length === 1)
  await new Promise((resolve) => setTimeout(resolve))
  run('second')
  expect(call).toHaveBeenCalledTimes(1)
})

it('lets the next one through when nobody is waiting for the first', () => {
  const call = vi.fn(() => new Promise(() => {}))
  const { run, release } = renderOnce(call)
  run('first')
  release()
  run('second')
  expect(call.mock.calls).toEqual([['first'], ['second']])
})
