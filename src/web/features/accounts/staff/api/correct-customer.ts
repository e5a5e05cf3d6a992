import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

export type CareAct = 'name' | 'email' | 'link'

function correctCustomer(id: string, act: CareAct, body: object) {
  return postJson({ name: calls.correctName, email: calls.addEmail, link: calls.sendCustomerLink }[act](id), body)
}

/** Also invalidates bookings, whose pages show the customer. */
export function useCorrectCustomer() {
  return useSend(correctCustomer, consoleKey('people'), consoleKey('bookings'))
}
