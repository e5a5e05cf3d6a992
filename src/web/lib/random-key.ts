/** 32 random letters and digits. Also works over plain HTTP, where `randomUUID` is unavailable. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Also works over plain HTTP. */
export function randomUuid(): string {
  const hex = randomKey()
  // Version 4, variant 1.
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}
