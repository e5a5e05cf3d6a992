import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const thisYear = () => new Date().getFullYear()

/** The prerendered page contains the year of its build, which is hydrated as it is and then updated (specification §2). */
export function CurrentYear() {
  return useSyncExternalStore(never, thisYear, builtIn)
}

function builtIn(): number {
  return Number(import.meta.env?.['VITE_BUILT_IN'] ?? thisYear())
}
