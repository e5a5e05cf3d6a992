import { createRoot } from 'react-dom/client'
import { PROOFS, type Proof } from '#shared/accounts/proofs.ts'
import { CallError } from '#web/lib/call-error.ts'
import { IdentityDialog } from './identity-dialog.tsx'

const NOT_CONFIRMED = 'Nothing was done, because you did not confirm it was you. You can try again.'

let underWay: Promise<boolean> | undefined

/** Asks, once for all calls that wait for it. Throws when whoever is signed in does not confirm that it is them. */
export async function confirmIdentity(refusal: unknown): Promise<void> {
  underWay ??= ask(proofsOf(refusal)).finally(() => {
    underWay = undefined
  })
  if (await underWay) return
  throw new CallError(403, NOT_CONFIRMED, { code: 'confirm_identity', serverMessage: NOT_CONFIRMED, body: refusal })
}

/** Asks over whatever is open, which stays as it is. The dialog has a root of its own: the call that waits for it may be anybody's. */
async function ask(proofs: readonly Proof[]): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isConfirmed = await new Promise<boolean>((resolve) => {
    root.render(<IdentityDialog proofs={proofs} onDone={resolve} />)
  })
  root.unmount()
  place.remove()
  return isConfirmed
}

/** Returns those that we know; where a server names none of them, the password. */
function proofsOf(refusal: unknown): readonly Proof[] {
  const { confirmWith } = (refusal ?? {}) as { confirmWith?: unknown }
  const known = PROOFS.filter((proof) => Array.isArray(confirmWith) && confirmWith.includes(proof))
  return known.length > 0 ? known : ['password']
}
