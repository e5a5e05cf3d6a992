import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** The part of the heap above which nothing new is begun: a process that waits for its limit dies of it. */
const FULL = 0.9

/**
 * Answers 503 while the heap is nearly full, so that what is in progress can end and make room. How long the event loop takes is no
 * reason: a busy machine is slow, not in danger.
 */
export async function addMemoryGuard(app: FastifyInstance, full = FULL): Promise<void> {
  await app.register(underPressure, {
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * full,
    sampleInterval: 250,
    pressureHandler: () => {
      throw new AppError('unavailable', 'We are very busy just now. Please try again in a moment.', { retryAfter: 5 })
    },
  })
}
