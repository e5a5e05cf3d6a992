export function findLockFaults(root: string): string[]
