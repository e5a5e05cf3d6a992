import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import type { ChangeRoleBody } from '#shared/accounts/staff.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function changeRole(id: string, body: ChangeRoleBody) {
  return postJson(pathOf(peopleCalls.changeRole, { id }), body)
}

export function useChangeRole() {
  return useSend(changeRole, consoleKey('people'))
}
