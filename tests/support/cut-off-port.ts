import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export interface CutOffPort {
  port: number
  /** Ends every connection and refuses new ones until `mend`, immediately or after this many more messages from the other side. */
  cut(messages?: number): void
  /** From now until `mend` nothing arrives and nothing is refused, as when a cable is out. */
  silence(): void
  /** What was under way when silence fell arrives late, as TCP sends it again. */
  mend(): void
  close(): Promise<void>
}

/** Opens a port that leads to a server and can be cut off, like a failing network or a restarting server. */
export async function openCutOffPort(target: NetConnectOpts): Promise<CutOffPort> {
  const pairs = new Map<Socket, Socket>()
  /** Came while all was silent. */
  const unheard = new Set<Socket>()
  let isCut = false
  let isSilent = false
  let messagesLeft = Infinity

  function cutNow(): void {
    isCut = true
    messagesLeft = Infinity
    for (const socket of [...pairs.keys(), ...unheard]) socket.destroy()
  }

  function keep(socket: Socket, other: Socket): void {
    pairs.set(socket, other)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      pairs.delete(socket)
      // In silence nobody hears of it before the other side is heard again.
      if (!isSilent) other.destroy()
    })
    socket.pipe(other)
  }

  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    if (isSilent) {
      client.on('error', () => undefined).on('close', () => unheard.delete(client))
      unheard.add(client.pause())
      return
    }
    const there = connect(target)
    keep(client, there)
    keep(there, client)
    there.on('data', () => {
      messagesLeft -= 1
      if (messagesLeft <= 0) cutNow()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut(messages = 0) {
      messagesLeft = messages
      if (messages === 0) cutNow()
    },
    silence() {
      isSilent = true
      for (const [socket, other] of pairs) socket.unpipe(other).pause()
    },
    mend() {
      isCut = false
      messagesLeft = Infinity
      if (!isSilent) return
      isSilent = false
      for (const socket of unheard) socket.destroy()
      for (const [socket, other] of pairs) {
        if (other.destroyed) socket.destroy()
        else socket.pipe(other)
      }
    },
    async close() {
      cutNow()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
