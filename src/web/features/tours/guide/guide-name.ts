import { z } from 'zod/mini'
import { guideNameSchema } from '#shared/bookings/guide-links.ts'
import { tabStore } from '#web/lib/tab-store.ts'

export const guideName = tabStore('guide-name', (kept) => z.parse(guideNameSchema, kept))
