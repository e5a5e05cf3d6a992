import { createContext } from 'react'

export type PageLead = { title: string; description: string }

/** Is told what a page is about while it is rendered on the server; nobody asks in a browser. */
export const PageLeadContext = createContext<(lead: PageLead) => void>(() => undefined)
