/** Minimum hours charged, which cover handing out and taking back a tool. */
export const LEAST_HOURS = 2
