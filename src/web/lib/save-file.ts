/** Hands a text to the browser as a file to keep. */
export function saveFile(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Only once the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
