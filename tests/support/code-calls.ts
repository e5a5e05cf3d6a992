import { CODE_TERMS } from './codes.ts'

/** The calls about promotion codes, for every-call.ts. */
export const codeCalls = {
  staffCodes: [
    { method: 'GET', isForStaff: true },
    { method: 'POST', isForStaff: true, body: { id: '00000000-0000-4000-8000-0000000000cd', text: 'SPRING-FAIR', ...CODE_TERMS } },
  ],
  staffCode: { method: 'PUT', isForStaff: true, body: { version: 1, ...CODE_TERMS } },
  staffCampaigns: [
    { method: 'POST', isForStaff: true, body: { name: 'Spring', prefix: 'SPRING', count: 3, ...CODE_TERMS } },
    { method: 'PUT', isForStaff: true, body: { campaign: 'Spring', isActive: false } },
  ],
  campaignFile: { method: 'GET', isForStaff: true, query: '?campaign=Spring' },
} as const
