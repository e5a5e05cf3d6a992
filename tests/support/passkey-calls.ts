const PASSKEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }

/** For every-call.ts. */
export const passkeyCalls = {
  signInByPasskey: [
    { method: 'GET', isOpen: true },
    {
      method: 'POST',
      isOpen: true,
      body: { passkey: { ...PASSKEY, response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' } } },
    },
  ],
  passkeys: { method: 'GET' },
  newPasskey: [
    { method: 'GET' },
    { method: 'DELETE' },
    { method: 'POST', body: { passkey: { ...PASSKEY, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } } } },
  ],
  passkey: [{ method: 'PUT', body: { name: 'Work laptop' } }, { method: 'DELETE' }],
} as const
