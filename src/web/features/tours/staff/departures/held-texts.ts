/** Seats not paid for yet: `held` is the total, of which staff keep `reserved` for customers. */
type Held = { held: number; reserved?: number | undefined }

/** Seats held by open checkouts, without those reserved by staff. */
export function inCheckouts({ held, reserved = 0 }: Held): number {
  return held - reserved
}

/** Returns "1 reserved" and "2 in open checkouts", omitting zero counts. */
export function heldTexts({ held, reserved = 0 }: Held): string[] {
  const open = inCheckouts({ held, reserved })
  return [
    ...(reserved > 0 ? [`${reserved} reserved`] : []),
    ...(open > 0 ? [`${open} in ${open === 1 ? 'an open checkout' : 'open checkouts'}`] : []),
  ]
}
