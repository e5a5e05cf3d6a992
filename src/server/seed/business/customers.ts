import { addDays } from '#shared/dates.ts'
import { momentOf } from '#server/seed/random.ts'
import { DEMO_DOMAIN } from '#server/lib/mail-outbox.ts'
import type { Rows } from './rows.ts'
import { chanceOf, type Year } from './year.ts'

const CUSTOMERS = 320

export interface Customer {
  id: string
  name: string
  email: string
}

/** Adds invented customers without a password, so that no one can sign in as one of them. */
export function addCustomers({ today, names }: Year, rows: Rows): Customer[] {
  return Array.from({ length: CUSTOMERS }, (_, n) => {
    const chance = chanceOf('customer', n)
    const customer = toCustomer(n, chance.pick(names.first), chance.pick(names.last))
    const since = momentOf(addDays(today, -chance.int(366, 900)), chance.next())
    rows.users.push({ ...customer, password_hash: '', role: 'customer', created_at: since, email_confirmed_at: since, is_demo: true })
    return customer
  })
}

function toCustomer(n: number, first: string, last: string): Customer {
  const name = `${first} ${last}`
  const local = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')
  return { id: `demo_${n}`, name, email: `${local}.${n}@${DEMO_DOMAIN}` }
}
