const passedOn = ['PATH', 'HOME', 'TZ', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']

/**
 * Returns the environment of the watchdog and of PostgreSQL. The application's secrets do not belong there, PG* variables would
 * change the server's settings, and its messages have to be in English, since they are read here.
 */
export function childEnv(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' }
  for (const name of passedOn) if (process.env[name] !== undefined) env[name] = process.env[name]
  return env
}
