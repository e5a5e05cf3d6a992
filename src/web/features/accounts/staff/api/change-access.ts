import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

const CALLS = { disable: calls.disableAccount, enable: calls.enableAccount, reset: calls.resetFactor, invite: calls.inviteAgain }

function changeAccess(id: string, act: keyof typeof CALLS) {
  return postJson(CALLS[act](id))
}

export function useChangeAccess() {
  return useSend(changeAccess, consoleKey('people'))
}
