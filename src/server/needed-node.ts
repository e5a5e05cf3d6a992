import manifest from '#manifest' with { type: 'json' }
import { refuse } from './refuse.ts'

/** Returns a one-line complaint if a version such as `20.20.2` is too old (`engines` in package.json), otherwise undefined. */
export function nodeComplaint(version: string): string | undefined {
  const needed = manifest.engines.node.replace('>=', '')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `Meridian needs Node ${needed} or newer; this is ${version}. \`npm start\` installs and uses its own copy.`
}

/** Call this before importing the rest, on which an old Node would fail less clearly. */
export async function refuseOldNode(): Promise<void> {
  const complaint = nodeComplaint(process.versions.node)
  if (complaint) await refuse(complaint)
}
