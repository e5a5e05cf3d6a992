/** For every-call.ts. */
export const attendanceCalls = {
  manifest: { method: 'GET', isForStaff: true },
  manifestFile: { method: 'GET', isForStaff: true },
  tickDeparture: { method: 'POST', isForStaff: true, body: { ticks: [] } },
  guideLinks: [
    { method: 'GET', isForStaff: true },
    { method: 'POST', isForStaff: true, body: {} },
  ],
  revokeGuideLink: { method: 'POST', isForStaff: true, body: {} },
  guideManifest: { method: 'POST', isOpen: true, body: { token: 'nonsense' } },
  guideTicks: { method: 'POST', isOpen: true, body: { token: 'nonsense', name: 'Gus', ticks: [] } },
} as const
