const passedOn = ['PATH', 'HOME', 'TZ', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']

/**
 * Builds the environment of the watchdog and PostgreSQL: without the application's secrets, without PG* variables, which would change
 * settings, and in English, because the messages are parsed.
 */
export function childEnv(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' }
  for (const name of passedOn) if (process.env[name] !== undefined) env[name] = process.env[name]
  return env
}
