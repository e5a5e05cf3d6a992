export const STEADY_MS: number
export function pauseSeconds(failures: number): number
