/** Seats that are not paid for yet, as a response counts them: `reserved` of them are kept by staff for somebody. */
type Held = { held: number; reserved?: number | undefined }

/** Returns how many seats are in open checkouts. */
export function inCheckouts({ held, reserved = 0 }: Held): number {
  return held - reserved
}

/** Returns "1 reserved" and "2 in open checkouts", leaving out what there is none of. */
export function heldTexts({ held, reserved = 0 }: Held): string[] {
  const open = inCheckouts({ held, reserved })
  return [
    ...(reserved > 0 ? [`${reserved} reserved`] : []),
    ...(open > 0 ? [`${open} in ${open === 1 ? 'an open checkout' : 'open checkouts'}`] : []),
  ]
}
