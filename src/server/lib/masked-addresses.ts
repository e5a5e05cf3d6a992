/** Returns a form such as "n…@example.com", recognisable only to somebody who knows the address. */
export function maskedAddress(email: string): string {
  return `${email[0]}…${email.slice(email.lastIndexOf('@'))}`
}
