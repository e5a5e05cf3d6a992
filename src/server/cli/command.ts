export type Say = (line: string) => void

/** One command of the command line. */
export interface Command {
  /** How it is called, shown when it is called otherwise. */
  usage: string
  /** `args`: what follows its name. Throws with what is wrong. */
  run(args: string[], say: Say): Promise<void>
}
