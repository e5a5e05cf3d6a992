export type Say = (line: string) => void

/** One command of the command line. */
export interface Command {
  /** How to call it; shown when it is called wrongly. */
  usage: string
  /** `args`: what follows its name. Throws an error whose message says what is wrong. */
  run(args: string[], say: Say): Promise<void>
}
