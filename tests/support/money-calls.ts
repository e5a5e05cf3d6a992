/** The calls about the agency's money, for every-call.ts. */
export const moneyCalls = {
  staffMoney: { method: 'GET', isForStaff: true },
  staffJournal: { method: 'GET', isForStaff: true },
  staffPayouts: { method: 'GET', isForStaff: true },
  staffPayout: { method: 'GET', isForStaff: true, unknownId: 404 },
  staffJournalFile: { method: 'GET', isForStaff: true },
  staffTills: [
    { method: 'GET', isForStaff: true },
    { method: 'POST', isForStaff: true, body: { day: '2026-01-01', currency: 'usd', countedCents: 0, ledgerCents: 0 } },
  ],
  staffLedgerLock: [
    { method: 'GET', isForStaff: true },
    { method: 'PUT', isForStaff: true, body: { until: null, seen: null } },
  ],
  staffRevenue: { method: 'GET', isForStaff: true },
  staffRevenueFile: { method: 'GET', isForStaff: true },
  staffExport: { method: 'GET', isForStaff: true },
  exportNumbers: { method: 'PUT', isForStaff: true, body: { version: 0, numbers: [] } },
  exportBatches: [
    { method: 'GET', isForStaff: true },
    { method: 'POST', isForStaff: true, body: { number: 0, withGenerated: false } },
  ],
  exportBatchFile: { method: 'GET', isForStaff: true },
} as const
