// Development: the server from its sources, restarted on changes, and the web with live reload.
// Open the address that Vite prints; it passes API requests on to the server. One Ctrl-C ends both.
import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

const root = path.dirname(import.meta.dirname)
const port = process.env.PORT ?? '3000'
const env = { ...process.env, NODE_ENV: 'development', PORT: port, VITE_DEV_API: `http://localhost:${port}` }

const programs = [
  ['server', ['--watch', '--watch-preserve-output', 'src/server/main.ts']],
  ['web', ['node_modules/vite/bin/vite.js', '--clearScreen', 'false']],
]

let isStopping = false
const children = programs.map(([name, args]) => {
  // Run in their own process groups, so that Ctrl-C reaches them once, from us, and not from the terminal as well.
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  child.on('exit', (code, signal) => {
    if (!isStopping) console.error(`The ${name} ended (${signal ?? code}); stopping the other.`)
    stop(code ?? 1)
  })
  return child
})

/** Stops both with SIGTERM, on which `node --watch` lets the server shut down cleanly. */
function stop(code) {
  if (isStopping) return
  isStopping = true
  process.exitCode = code
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
