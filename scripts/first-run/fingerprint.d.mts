export function installFingerprint(folder: string): string
export function buildFingerprint(folder: string, part: 'server' | 'site', env?: Record<string, string | undefined>): string
