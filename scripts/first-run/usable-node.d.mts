export function isNewEnough(version: string): boolean
