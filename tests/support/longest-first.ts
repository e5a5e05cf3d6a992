import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small but slow files. Without an earlier run to go by, Vitest orders by size and would run them last. */
const LONGEST = ['tests/process/kill-loop.test.ts', 'tests/process/crash-departures.test.ts']

/** Starts the slowest files first, so that none is left running alone. Throws if one of them has moved. */
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
