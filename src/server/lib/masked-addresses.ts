/** Returns a form such as "n…@example.com", recognisable only to someone who knows the address. */
export function maskedAddress(email: string): string {
  return `${email[0]}…${email.slice(email.lastIndexOf('@'))}`
}
