import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Copies a stopped cluster with owners and modes, which Node's own copy does not keep. */
export function copyCluster(cluster: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', cluster, join(dataDir, 'cluster')])
}
