import { afterEach, beforeEach, expect, vi } from 'vitest'

// Node's own `localStorage` would be mistaken for a browser's, and prints a warning.
Reflect.deleteProperty(globalThis, 'localStorage')

// Unexpected output is a failure: whatever the code under test prints, it must print on purpose.
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
