import { createContext, useContext } from 'react'

/** False for those who may only read: nothing can be pressed then, so that all is open. */
export const CanEditContext = createContext(true)

export function useCanEdit(): boolean {
  return useContext(CanEditContext)
}
