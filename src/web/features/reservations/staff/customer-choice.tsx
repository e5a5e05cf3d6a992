import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { findCustomers } from '#shared/accounts/staff-calls.ts'
import type { CustomerChoice as Customer } from '#shared/reservations/staff.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { queryOf } from '#web/lib/ask.ts'

export const CUSTOMER_SEARCH = 'customer-search'

type Props = {
  error: string | undefined
  onChoose: (customer: Customer) => void
  /** `typed` is the search text. */
  onNew: (typed: string) => void
}

export function CustomerChoice({ error, onChoose, onNew }: Props) {
  const [text, setText] = useState('')
  const { data: customers, isError } = useQuery(customersQuery(text.trim()))
  const found = text.trim() === '' ? undefined : customers
  return (
    <div>
      <TextField
        id={CUSTOMER_SEARCH}
        label="Name, email or phone"
        type="search"
        autoComplete="off"
        hint="Enter at least 3 characters to find an existing customer."
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={error}
      />
      {found && found.length > 0 && (
        <ul aria-label="Matching customers" className="mt-2 max-h-72 divide-y divide-line overflow-y-auto rounded-field border border-line">
          {found.map((customer) => (
            <li key={customer.id}>
              <button
                type="button"
                onClick={() => onChoose(customer)}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-4 py-2 text-left hover:bg-sand"
              >
                <span className="font-semibold">{customer.name}</span>
                <span className="text-ink-soft">{[customer.email, customer.phone].filter(Boolean).join(', ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-ink-soft not-empty:mt-2">
        {isError ? 'The search failed.' : found?.length === 0 ? 'No account matches.' : ''}
      </p>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => onNew(text.trim())}>
        <UserPlus aria-hidden="true" className="size-4" /> New customer
      </Button>
    </div>
  )
}

const SHORTEST_SEARCH = 3

/** Matching accounts; searches need at least three characters. */
function customersQuery(search: string) {
  return queryOptions({
    ...queryOf(findCustomers, { query: { search } }, { key: ['staff', 'customers', search] }),
    enabled: search.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
  })
}
