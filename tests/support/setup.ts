import { afterEach, beforeEach, expect, vi } from 'vitest'

// Unexpected output fails a test: the code under test must print only on purpose.
let warnings: unknown[][] = []

beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void warnings.push(args))
  vi.spyOn(console, 'warn').mockImplementation((...args) => void warnings.push(args))
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(warnings, 'unexpected console output').toEqual([])
})
