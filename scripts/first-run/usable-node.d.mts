export function isNewEnough(version: string): boolean
export function noNode(reason: string | undefined): string
