import type { ChangeCodeBody, NewCampaignBody, NewCodeBody, SwitchCampaignBody } from '#shared/codes/staff.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson, sendJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function addCode(body: NewCodeBody) {
  return postJson(calls.staffCodes, body)
}

function changeCode(id: string, body: ChangeCodeBody) {
  return sendJson('PUT', calls.staffCode(id), body)
}

function addCampaign(body: NewCampaignBody) {
  return postJson(calls.staffCampaigns, body)
}

function switchCampaign(body: SwitchCampaignBody) {
  return sendJson('PUT', calls.staffCampaigns, body)
}

export function useAddCode() {
  return useSend(addCode, consoleKey('codes'))
}

export function useChangeCode() {
  return useSend(changeCode, consoleKey('codes'))
}

export function useAddCampaign() {
  return useSend(addCampaign, consoleKey('codes'))
}

export function useSwitchCampaign() {
  return useSend(switchCampaign, consoleKey('codes'))
}
