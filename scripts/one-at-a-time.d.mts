export function oneAtATime<T>(
  lockFile: string,
  work: (alsoHeldBy: (pid: number) => void) => Promise<T>,
  onWait?: (pid: number | undefined) => void,
): Promise<T>
