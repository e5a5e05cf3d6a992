import { z } from 'zod/mini'
import { get, post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { backupsSchema } from './staff.ts'

export const listBackups = get('/staff/backups', { may: 'backups.read', returns: backupsSchema })
export const makeBackup = post('/staff/backups', { may: 'backups.make', returns: messageResponseSchema })
/** An encrypted backup with its uploaded files, as one file. */
export const downloadBackup = get('/staff/backups/:id/file', { may: 'backups.download', params: z.object({ id: z.string() }) })
