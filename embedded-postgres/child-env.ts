const passedOn = ['PATH', 'HOME', 'TZ', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']

/**
 * The environment of the watchdog and of PostgreSQL: the application's secrets do not belong there, PG* variables would
 * change the server's settings, and its messages are read here, so they are in English.
 */
export function childEnv(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' }
  for (const name of passedOn) if (process.env[name] !== undefined) env[name] = process.env[name]
  return env
}
