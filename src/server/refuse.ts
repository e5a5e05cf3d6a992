/** Says why, and ends the process for good: what watches over it (`scripts/start.mjs`) is told not to start it again. */
export function refuse(complaint: string): Promise<never> {
  process.stderr.write(`${complaint}\n`)
  return new Promise(() => {
    const end = () => process.exit(1)
    if (process.send) process.send('refused', undefined, undefined, end)
    else end()
  })
}
