import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { invitedPersonSchema, type InvitePersonBody } from '#shared/accounts/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function invitePerson(body: InvitePersonBody) {
  return exactResponseOf(invitedPersonSchema, postJson(peopleCalls.invitePerson.path, body))
}

export function useInvitePerson() {
  return useSend(invitePerson, consoleKey('people'))
}
