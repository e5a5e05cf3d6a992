/** Missing where the agency has set no bank details, and in emails queued before this field existed. */
export interface BankFacts {
  bankDetails?: string | undefined
}

/** Returns the part of an email that says where to transfer to, quoting the booking's reference. */
export function bankPart({ bankDetails, reference }: BankFacts & { reference: string }): { heading: string; lines: string[] } | undefined {
  if (!bankDetails) return undefined
  return { heading: 'Bank details', lines: [...bankDetails.split('\n'), `Reference to quote: ${reference}`] }
}
