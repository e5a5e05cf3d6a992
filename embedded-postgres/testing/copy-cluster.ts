import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Copies a cluster whose server is down to `dataDir`, owners and modes included, which Node's own copy does not keep. */
export function copyCluster(cluster: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', cluster, join(dataDir, 'cluster')])
}
