import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files whose tests take longest, since they wait. Without an earlier run to go by, Vitest goes by size and would keep them for the end. */
const LONGEST = ['tests/process/kill-loop.test.ts', 'tests/process/crash-departures.test.ts']

/** Begins with the files that take longest, so that no worker is left alone with one of them. Throws when one of them has moved. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = LONGEST.map((name) => path.join(this.ctx.config.root, name))
    const gone = longest.filter((file) => !existsSync(file))
    if (gone.length > 0) throw new Error(`${gone.join(', ')}: is to be run first, and is not there.`)
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.includes(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
