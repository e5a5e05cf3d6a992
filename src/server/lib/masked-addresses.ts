/** Returns an email address as somebody recognises it who knows it: "n…@example.com". */
export function maskedAddress(email: string): string {
  return `${email[0]}…${email.slice(email.lastIndexOf('@'))}`
}
