import type { ExportNumbersBody, MakeBatchBody } from '#shared/ledger/export.ts'
import { calls } from '#shared/paths.ts'
import { sendJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'
import { EXPORT_KEY } from './get-export.ts'

const changeNumbers = async (body: ExportNumbersBody) => sendJson('PUT', calls.exportNumbers, body)
const makeBatch = async (body: MakeBatchBody) => sendJson('POST', calls.exportBatches, body)

export function useChangeNumbers() {
  return useSend(changeNumbers, EXPORT_KEY)
}

export function useMakeBatch() {
  return useSend(makeBatch, EXPORT_KEY)
}
