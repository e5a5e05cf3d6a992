import { constants, setPriority } from 'node:os'
import { refuseOldNode } from './needed-node.ts'

await refuseOldNode()
const { runCommandLine } = await import('./cli/command-line.ts')

/** If the reader stops, as `head` does, the work is still finished. A full disk that loses output is a failure. */
function writeTo(stream: NodeJS.WriteStream): (line: string) => void {
  let isRead = true
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (isRead && code !== 'EPIPE') {
      process.exitCode = 1
      if (stream !== process.stderr) complain(`Can’t write the output: ${message}`)
    }
    isRead = false
  })
  return (line) => void (isRead && stream.write(`${line}\n`))
}
const complain = writeTo(process.stderr)

// Visitors come first, even where staff began it.
if (process.argv[2] === 'backup') setPriority(constants.priority.PRIORITY_LOW)

const isDone = await runCommandLine(process.argv.slice(2), writeTo(process.stdout), complain)
// A refused command may have left connections open.
if (!isDone) process.exit(1)
