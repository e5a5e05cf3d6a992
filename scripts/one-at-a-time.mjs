// Lets one process in after another, by a lock file that tells who holds it. Runs under any Node ≥ 18, without packages.
import { mkdirSync, readFileSync, rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 2_000
/** A holder on another machine (a shared folder) shows that it lives by touching the file. */
const SILENT_MS = 60_000
const LOOK_AGAIN_MS = 200

/**
 * Runs `work` while holding `lockFile`. Waits for a living holder, takes over from a dead one. `work` gets
 * `alsoHeldBy(pid)`: a child that outlives us (we were killed, npm goes on) then still keeps others out.
 * `onWait(pid)` is called once when there is someone to wait for.
 */
export async function oneAtATime(lockFile, work, onWait = () => {}) {
  mkdirSync(path.dirname(lockFile), { recursive: true })
  let mine = textFor([process.pid])
  let hasTold = false
  while (!take(lockFile, mine)) {
    const holder = read(lockFile)
    if (holder && isDead(holder)) removeDead(lockFile, holder)
    else {
      if (holder && !hasTold) onWait(holder.processes[0]?.pid)
      hasTold ||= holder !== undefined
      await sleep(LOOK_AGAIN_MS)
    }
  }
  const beat = setInterval(() => touch(lockFile), BEAT_MS)
  try {
    return await work((pid) => {
      mine = textFor([process.pid, pid])
      writeFileSync(lockFile, mine)
    })
  } finally {
    clearInterval(beat)
    if (read(lockFile)?.text === mine) rmSync(lockFile, { force: true })
  }
}

function textFor(pids) {
  return JSON.stringify({ host: os.hostname(), processes: pids.map((pid) => ({ pid, started: startOf(pid) })) })
}

function take(lockFile, text) {
  try {
    writeFileSync(lockFile, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Who holds the file; nothing when it is free meanwhile. A text that is not yet whole counts as a silent holder. */
function read(lockFile) {
  try {
    const silentMs = Date.now() - statSync(lockFile).mtimeMs
    const text = readFileSync(lockFile, 'utf8')
    try {
      return { ...JSON.parse(text), text, silentMs }
    } catch {
      return { host: '', processes: [], text, silentMs }
    }
  } catch {
    return undefined
  }
}

function isDead({ host, processes, silentMs }) {
  const isSilent = silentMs > SILENT_MS
  if (host !== os.hostname() || processes.length === 0) return isSilent
  return processes.every((one) => isProcessDead(one, isSilent))
}

function isProcessDead({ pid, started }, isSilent) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return true
  }
  // The number lives, but it may have been given to another process since: in a container it often is.
  const now = startOf(pid)
  return now && started ? now !== started : isSilent
}

/** When a process began, in ticks since the machine did (Linux; elsewhere unknown). Field 22 of proc_pid_stat(5). */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return ''
  }
}

/** Two who find the same dead holder must not remove the living one that came after it: only one may remove at a time. */
function removeDead(lockFile, holder) {
  const door = `${lockFile}.removing`
  try {
    mkdirSync(door)
  } catch {
    const age = Date.now() - (statSync(door, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > SILENT_MS) rmSync(door, { recursive: true, force: true })
    return
  }
  if (read(lockFile)?.text === holder.text) rmSync(lockFile, { force: true })
  rmdirSync(door)
}

function touch(lockFile) {
  const now = new Date()
  try {
    utimesSync(lockFile, now, now)
  } catch {
    // Gone: someone removed dist under us. The work goes on; a second one may now begin beside it.
  }
}
