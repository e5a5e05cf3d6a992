import { post } from '#shared/contract.ts'
import { attendanceSchema } from './attendance.ts'
import { guideBodySchema, guideManifestSchema, guideTicksBodySchema } from './guide-links.ts'

export const readGuideManifest = post('/guide/manifest', { may: 'open', body: guideBodySchema, returns: guideManifestSchema })
export const sendGuideTicks = post('/guide/ticks', { may: 'open', body: guideTicksBodySchema, returns: attendanceSchema })
