type RefreshCall = () => Promise<{ isSuccess: boolean }>

let underWay: Promise<boolean> | undefined
let lastRefreshedAt = Number.NEGATIVE_INFINITY

/**
 * One refresh for every call that was refused at the same time. A call that began before the last
 * refresh was refused for its old token only, so it needs no new one. Answers whether the session lives.
 */
export function refreshOnce(callStartedAt: number, refresh: RefreshCall): Promise<boolean> {
  if (underWay) return underWay
  if (callStartedAt < lastRefreshedAt) return Promise.resolve(true)
  underWay = oneTabAtATime(refresh).finally(() => {
    underWay = undefined
  })
  return underWay
}

/** Tabs share the rotating refresh token: two at once would look like the reuse of a spent one. */
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
