/** How long after a sign-in or confirmation no further proof is required. */
export const PROOF_MINUTES = 10

export const PROOFS = ['password', 'code', 'passkey'] as const
export type Proof = (typeof PROOFS)[number]
