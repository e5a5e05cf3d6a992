import { constants, setPriority } from 'node:os'
import { refuseOldNode } from './needed-node.ts'

await refuseOldNode()
const { runCommandLine } = await import('./cli/command-line.ts')

const writeTo = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`)

// Visitors come first, whoever began it.
if (process.argv[2] === 'backup') setPriority(constants.priority.PRIORITY_LOW)

const isDone = await runCommandLine(process.argv.slice(2), writeTo(process.stdout), writeTo(process.stderr))
// A refused command may have left connections open.
if (!isDone) process.exit(1)
