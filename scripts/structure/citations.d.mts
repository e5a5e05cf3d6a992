export function findCitationFaults(root: string): string[]
