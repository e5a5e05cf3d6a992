import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

export type CareAct = 'name' | 'email' | 'link'

function correctCustomer(id: string, act: CareAct, body: object) {
  return postJson(
    {
      name: (userId: string) => pathOf(peopleCalls.correctName, { id: userId }),
      email: (userId: string) => pathOf(peopleCalls.addEmail, { id: userId }),
      link: (userId: string) => pathOf(peopleCalls.sendCustomerLink, { id: userId }),
    }[act](id),
    body,
  )
}

/** Also invalidates bookings, whose pages show the customer. */
export function useCorrectCustomer() {
  return useSend(correctCustomer, consoleKey('people'), consoleKey('bookings'))
}
