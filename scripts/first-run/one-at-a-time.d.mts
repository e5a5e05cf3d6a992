export function oneAtATime<T>(
  folder: string,
  work: (alsoHeldBy: (pid: number) => void) => Promise<T>,
  onWait?: (pid: number) => void,
): Promise<T>
