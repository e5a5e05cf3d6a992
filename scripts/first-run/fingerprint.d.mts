export function installFingerprint(folder: string): string
export function buildFingerprint(folder: string, env?: Record<string, string | undefined>): string
