import manifest from '#manifest' with { type: 'json' }
import { refuse } from './refuse.ts'

/** Returns in one line why a Node such as `20.20.2` cannot run the program; undefined when it can (`engines` in package.json). */
export function nodeComplaint(version: string): string | undefined {
  const needed = manifest.engines.node.replace('>=', '')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `This is Node ${version}, and Meridian runs on ${needed} or newer. \`npm start\` brings one along and uses it.`
}

/** Ends the process when its Node is too old. The rest is imported only then: an old Node stumbles over it with words of its own. */
export async function refuseOldNode(): Promise<void> {
  const complaint = nodeComplaint(process.versions.node)
  if (complaint) await refuse(complaint)
}
