import type { FastifyRequest } from 'fastify'
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from '#shared/photos.ts'
import { AppError } from './errors.ts'

export interface ArrivalLimits {
  windowMs: number
  leastBytes: number
  mostMs: number
}

/** Two kilobytes a second is GPRS with a second photo uploading alongside, or with pauses of a few seconds. */
const MIN_BYTES_PER_SECOND = 2000
const WINDOW_SECONDS = 30
/** Ten megabytes at five kilobytes a second take 34 minutes. */
export const LONGEST_ARRIVAL_SECONDS = 40 * 60

export const ARRIVAL_LIMITS: ArrivalLimits = {
  windowMs: WINDOW_SECONDS * 1000,
  leastBytes: WINDOW_SECONDS * MIN_BYTES_PER_SECOND,
  mostMs: LONGEST_ARRIVAL_SECONDS * 1000,
}

/** A form is only slightly larger than its photo. */
const MAX_BYTES = MAX_PHOTO_BYTES + 1_000_000

/**
 * Throws 408 `request_timeout` if the body arrives too slowly or takes too long, and 413 if it is larger than any form.
 * The connection then ends, and with it the work in progress.
 */
export async function arriving<T>({ raw }: FastifyRequest, limits: ArrivalLimits, receiving: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const first = raw.socket.bytesRead
  let seen = first
  let timer: NodeJS.Timeout | undefined
  const lost = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const now = raw.socket.bytesRead
      if (now - first > MAX_BYTES) reject(new AppError('payload_too_large', PHOTO_TOO_LARGE))
      if (now - seen < limits.leastBytes || performance.now() - startedAt > limits.mostMs) {
        reject(new AppError('request_timeout', 'The upload is too slow. Please try again with a better connection.'))
      }
      seen = now
    }, limits.windowMs)
  })
  try {
    return await Promise.race([receiving, lost])
  } finally {
    clearInterval(timer)
  }
}
