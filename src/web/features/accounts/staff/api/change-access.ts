import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

const CALLS = {
  disable: (userId: string) => pathOf(peopleCalls.disableAccount, { id: userId }),
  enable: (userId: string) => pathOf(peopleCalls.enableAccount, { id: userId }),
  reset: (userId: string) => pathOf(peopleCalls.resetFactor, { id: userId }),
  invite: (userId: string) => pathOf(peopleCalls.inviteAgain, { id: userId }),
}

function changeAccess(id: string, act: keyof typeof CALLS) {
  return postJson(CALLS[act](id))
}

export function useChangeAccess() {
  return useSend(changeAccess, consoleKey('people'))
}
