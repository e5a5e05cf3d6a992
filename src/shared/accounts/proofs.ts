/** How long somebody who has signed in, or confirmed that it is them, is asked for nothing more (decisions, "Third round"). */
export const PROOF_MINUTES = 10

/** What an account's owner can confirm with. */
export const PROOFS = ['password', 'code', 'passkey'] as const
export type Proof = (typeof PROOFS)[number]
