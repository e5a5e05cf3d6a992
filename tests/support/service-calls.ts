/** The calls about vehicle services and coverage, for every-call.ts. */
export const serviceCalls = {
  staffServices: { method: 'GET', isForStaff: true },
  staffService: {
    method: 'PUT',
    isForStaff: true,
    body: {
      version: 1,
      name: 'Flat move',
      description: 'A van',
      specialRequirements: '',
      price: 100,
      perFloor: null,
      perHelper: 5,
      refundPolicy: { fullRefundDays: 7, partialRefundDays: 3, partialRefundPercentage: 50 },
      taxCategoryId: null,
    },
  },
  activateService: { method: 'POST', isForStaff: true, body: {} },
  deactivateService: { method: 'POST', isForStaff: true, body: {} },
  staffCoverage: [
    { method: 'GET', isForStaff: true },
    { method: 'POST', isForStaff: true, body: { areas: [{ code: 'SW', name: 'South West London' }] } },
  ],
  activateArea: { method: 'POST', isForStaff: true, body: {} },
  deactivateArea: { method: 'POST', isForStaff: true, body: {} },
} as const
