/** Spreads requests over the sites at fixed ports, leaves out which /readyz says is not ready, and tries another where none can be reached. */
export interface Balancer {
  name: string
  port: number
  /** Gives a site nothing new, and returns once nothing is under way there. */
  drain(site: number): Promise<void>
  /** Takes a site in again, and returns once it gets requests. */
  admit(site: number): Promise<void>
  isUp(site: number): Promise<boolean>
  /** Counts the answers of 500 and above that visitors got. */
  failures(): Promise<number>
  close(): Promise<void>
}
