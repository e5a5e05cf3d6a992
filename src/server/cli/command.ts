export type Say = (line: string) => void

export interface Command {
  usage: string
  /** `args` are the arguments after the command's name. Throws an error whose message explains what is wrong. */
  run(args: string[], say: Say): Promise<void>
}
