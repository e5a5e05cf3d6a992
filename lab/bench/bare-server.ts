// A bare Fastify route that serves the given file: the lowest cost of the same bytes.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const body = readFileSync(process.argv[2] ?? '')
const app = fastify()
app.get('/', async (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body))
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
