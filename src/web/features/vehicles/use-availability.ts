import { logProblem } from '#web/lib/log.ts'
import { useCall } from '#web/lib/use-call.ts'
import { checkPincodes } from './api/check-pincodes.ts'
import { pincodesOf, type Fields } from './draft/wizard-draft.ts'

type Pair = ReturnType<typeof pincodesOf>
export type Refusal = { message: string; detail?: string | undefined }

const FAILED: Refusal = { message: '❌ Something went wrong. Please try again later.' }
const NOT_SERVED = '❌ Sorry, service is not available in one or both entered pincodes.'

/** Specification §4, §8. */
export function useAvailability() {
  const checking = useCall({
    mutationFn: async (pair: Pair): Promise<Refusal | undefined> => {
      const answer = await checkPincodes(pair)
      return answer.status === 'success' ? undefined : { message: NOT_SERVED, detail: whichOne(pair, answer.pickup, answer.drop) }
    },
    onError: (error) => logProblem('The pincodes could not be checked', error),
  })
  return {
    isChecking: checking.isPending,
    refusal: checking.isError ? FAILED : checking.data,
    clear: checking.reset,
    check: (fields: Fields, onServed: () => void) =>
      checking.mutate(pincodesOf(fields), { onSuccess: (refusal) => refusal === undefined && onServed() }),
  }
}

/** Names the pincode that is not served, if the response says which. */
function whichOne({ pickup, drop }: Pair, isPickupServed?: boolean, isDropServed?: boolean): string | undefined {
  const missing = [isPickupServed === false && pickup, isDropServed === false && drop].filter(Boolean)
  return missing.length === 0 ? undefined : `We don’t cover ${missing.join(' and ')} yet.`
}
