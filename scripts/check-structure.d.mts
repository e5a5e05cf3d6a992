export function findFaults(root: string): string[]
