import { AppError } from './errors.ts'
import { createTally } from './tally.ts'

/** Each may take ten megabytes of disk space. */
const MAX_AT_ONCE = 32
/** For an office or a mobile provider whose customers share an address; the other half is for everyone else. */
const MAX_PER_NETWORK = 16
/** Pages send one at a time; the second is for another tab. */
const MAX_PER_ACCOUNT = 2
const RETRY_SECONDS = 5

/** Counted per process. */
export interface UploadSlots {
  /**
   * Takes a slot and returns a function that frees it. Throws 429 `too_many_uploads` if the account has used its share,
   * 503 `uploads_full` if there is no room.
   */
  take(userId: string, network: string): () => void
}

export function createUploadSlots(): UploadSlots {
  const accounts = createTally()
  const networks = createTally()
  let taken = 0

  const count = (userId: string, network: string, amount: number) => {
    taken += amount
    accounts.add(userId, amount)
    networks.add(network, amount)
  }

  return {
    take(userId, network) {
      if (accounts.of(userId) >= MAX_PER_ACCOUNT) {
        const message = 'Two of your photos are still uploading. Please wait for them to finish before adding another.'
        throw new AppError('too_many_uploads', message, { retryAfter: RETRY_SECONDS })
      }
      if (taken >= MAX_AT_ONCE || networks.of(network) >= MAX_PER_NETWORK) {
        throw new AppError('uploads_full', 'We’re receiving a lot of photos right now. Please try again in a moment.', {
          retryAfter: RETRY_SECONDS,
        })
      }
      count(userId, network, 1)
      let isLeft = false
      return () => {
        if (!isLeft) count(userId, network, -1)
        isLeft = true
      }
    },
  }
}
