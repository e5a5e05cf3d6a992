import { get } from '#shared/contract.ts'
import { figuresQuerySchema, staffFiguresSchema } from './figures.ts'
import { siteHealthSchema } from './health.ts'

export const getFigures = get('/staff/figures', { may: 'console.open', query: figuresQuerySchema, returns: staffFiguresSchema })
export const getHealth = get('/staff/health', { may: 'console.open', returns: siteHealthSchema })
