import { get } from '#shared/contract.ts'
import { figuresQuerySchema, staffFiguresSchema } from './figures.ts'
import { findQuerySchema, foundSchema } from './find.ts'
import { siteHealthSchema } from './health.ts'

export const getFigures = get('/staff/figures', { may: 'console.open', query: figuresQuerySchema, returns: staffFiguresSchema })
export const getHealth = get('/staff/health', { may: 'console.open', returns: siteHealthSchema })
/** A channel of server-sent events (changes.ts). */
export const followChanges = get('/staff/changes', { may: 'console.open' })
export const searchConsole = get('/staff/find', { may: 'bookings.read', query: findQuerySchema, returns: foundSchema })
