export type Say = (line: string) => void

export interface Command {
  /** Shown when the command is called wrongly. */
  usage: string
  /** `args` follow the command's name. Throws an error whose message explains what is wrong. */
  run(args: string[], say: Say): Promise<void>
}
