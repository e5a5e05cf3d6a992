import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

/** What can be put right in a customer's account. */
export type CareAct = 'name' | 'email' | 'link'

function correctCustomer(id: string, act: CareAct, body: object) {
  return postJson({ name: calls.correctName, email: calls.addEmail, link: calls.sendCustomerLink }[act](id), body)
}

/** A booking's page shows its customer too. */
export function useCorrectCustomer() {
  return useSend(correctCustomer, consoleKey('people'), consoleKey('bookings'))
}
