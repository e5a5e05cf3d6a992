import http from 'node:http'

export interface Call {
  kind: string
  method: 'GET' | 'POST'
  path: string
  cookie?: string
  body?: object
}

export interface Answer {
  call: Call
  /** 0 if there was none. */
  status: number
  /** From the moment when it was due, so that a crowd that waits for the sender counts too. */
  ms: number
  /** When it was due, in milliseconds since the first. */
  at: number
  text: string
}

const TICK_MS = 4
/** Visitors have connections of their own; with fewer the crowd would wait here instead of there. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 600 })

export async function send(origin: string, call: Call, due = performance.now(), at = 0): Promise<Answer> {
  const { method, path, cookie, body } = call
  const headers = {
    'accept-encoding': 'br, gzip',
    ...(cookie && { cookie }),
    ...(body && { 'content-type': 'application/json', origin }),
  }
  return new Promise((resolve) => {
    const end = (status: number, text: string) => resolve({ call, status, text, at, ms: performance.now() - due })
    const request = http.request(`${origin}${path}`, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      // What is long is not looked at.
      response.on('end', () => end(response.statusCode ?? 0, chunks.length === 1 ? String(chunks[0]) : ''))
      response.on('error', () => end(0, ''))
    })
    request.on('error', (error) => end(0, error.message))
    request.end(body && JSON.stringify(body))
  })
}

/** Sends `rate` calls a second for so many seconds, to each origin in turn, however many are unanswered, and waits for all answers. */
export async function arrive(origins: string[], rate: number, seconds: number, next: () => Call, onAnswer: (answer: Answer) => void) {
  const began = performance.now()
  const total = Math.round(rate * seconds)
  const underWay = new Set<Promise<void>>()
  let sent = 0
  while (sent < total) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    for (const now = performance.now(); sent < total && sent < ((now - began) * rate) / 1000; sent += 1) {
      const at = (sent * 1000) / rate
      const answered = send(origins[sent % origins.length] ?? '', next(), began + at, at).then(onAnswer)
      underWay.add(answered)
      void answered.finally(() => underWay.delete(answered))
    }
  }
  await Promise.all(underWay)
}
