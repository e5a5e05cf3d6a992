/** Returns an address that only somebody who knows it recognises: "n…@example.com". */
export function maskedAddress(email: string): string {
  return `${email[0]}…${email.slice(email.lastIndexOf('@'))}`
}
