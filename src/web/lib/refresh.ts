type RefreshCall = () => Promise<{ isSuccess: boolean }>

let underWay: Promise<boolean> | undefined
let lastRefreshedAt = Number.NEGATIVE_INFINITY

/**
 * Refreshes the session once for all calls refused at the same time. A call sent before the last refresh was refused only for its old token
 * and needs no new refresh. Returns whether the session is still alive.
 */
export function refreshOnce(callStartedAt: number, refresh: RefreshCall): Promise<boolean> {
  if (underWay) return underWay
  if (callStartedAt < lastRefreshedAt) return Promise.resolve(true)
  underWay = oneTabAtATime(refresh).finally(() => {
    underWay = undefined
  })
  return underWay
}

/** Serialises refreshes across tabs: they share the rotating refresh token, and two refreshes at once would look like token reuse. */
function oneTabAtATime(refresh: RefreshCall): Promise<boolean> {
  const run = async () => {
    const isSuccess = await refresh().then(
      (answer) => answer.isSuccess,
      () => false,
    )
    if (isSuccess) lastRefreshedAt = performance.now()
    return isSuccess
  }
  const locks = globalThis.navigator?.locks as LockManager | undefined
  return locks ? locks.request('session-refresh', run) : run()
}
