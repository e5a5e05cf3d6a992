/** Reports the complaint and ends the process for good, telling its supervisor (`scripts/start.mjs`) not to restart it. */
export function refuse(complaint: string): Promise<never> {
  process.stderr.write(`${complaint}\n`)
  return new Promise(() => {
    const end = () => process.exit(1)
    if (process.send) process.send('refused', undefined, undefined, end)
    else end()
  })
}
