import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const thisYear = () => new Date().getFullYear()

/** The prerendered page holds the year of its build: taken over as it is, then put right (specification §2). */
export function CurrentYear() {
  return useSyncExternalStore(never, thisYear, builtIn)
}

function builtIn(): number {
  return Number(import.meta.env?.['VITE_BUILT_IN'] ?? thisYear())
}
