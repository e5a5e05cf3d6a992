/**
 * Reports the complaint and ends the process, telling its supervisor (`scripts/start.mjs`) why: refused settings are not tried again, and
 * a database that is away is waited for.
 */
export function refuse(complaint: string, why: 'refused' | 'database away' = 'refused'): Promise<never> {
  process.stderr.write(`${complaint}\n`)
  return new Promise(() => {
    const end = () => process.exit(1)
    if (process.send) process.send(why, undefined, undefined, end)
    else end()
  })
}
