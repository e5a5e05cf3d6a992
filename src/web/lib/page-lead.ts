import { createContext } from 'react'

export type PageLead = { title: string; description: string }

/** Receives a page's metadata during server rendering; does nothing in a browser. */
export const PageLeadContext = createContext<(lead: PageLead) => void>(() => undefined)
