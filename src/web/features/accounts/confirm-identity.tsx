import { createRoot } from 'react-dom/client'
import { PROOFS, type Proof } from '#shared/accounts/proofs.ts'
import { CallError } from '#web/lib/call-error.ts'
import { IdentityDialog } from './identity-dialog.tsx'

const NOT_CONFIRMED = 'Nothing has changed, because you didn’t confirm it’s you. You can try again.'

let underWay: Promise<boolean> | undefined

/** Asks the user to confirm their identity, once for all calls that wait for it. Throws if they do not. */
export async function confirmIdentity(refusal: unknown): Promise<void> {
  underWay ??= ask(proofsOf(refusal)).finally(() => {
    underWay = undefined
  })
  if (await underWay) return
  throw new CallError(403, NOT_CONFIRMED, { code: 'confirm_identity', serverMessage: NOT_CONFIRMED, body: refusal })
}

/** Opens on top of everything else. The dialog has its own React root, because the waiting call may come from anywhere. */
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

/** Ignores unknown proofs; if none is known, falls back to the password. */
function proofsOf(refusal: unknown): readonly Proof[] {
  const { confirmWith } = (refusal ?? {}) as { confirmWith?: unknown }
  const known = PROOFS.filter((proof) => Array.isArray(confirmWith) && confirmWith.includes(proof))
  return known.length > 0 ? known : ['password']
}
