import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { veryBusy } from './errors.ts'

/** Share of the heap limit above which no new work is accepted; a process that reaches the limit dies. */
const FULL = 0.9

/**
 * Answers 503 while the heap is nearly full, so that work in progress can finish and free memory. What is only
 * slow is the business of `load-shedding.ts`.
 */
export async function addMemoryGuard(app: FastifyInstance, full = FULL): Promise<void> {
  await app.register(underPressure, {
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * full,
    sampleInterval: 250,
    pressureHandler: () => {
      throw veryBusy()
    },
  })
}
