import { parseArgs } from 'node:util'
import { startCardSandbox } from './sandbox.ts'

const PORT_TAKEN = 3
const WRONG_USE = 2

function stop(message: string, code: number): never {
  console.error(`card sandbox: ${message}`)
  process.exit(code)
}

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    state: { type: 'string' },
    past: { type: 'string' },
    'public-path': { type: 'string', default: '/card-sandbox' },
    'webhook-url': { type: 'string' },
    'webhook-secret': { type: 'string' },
    merchant: { type: 'string', default: 'Meridian' },
    'exit-with-parent': { type: 'boolean', default: false },
  },
})

if (process.env['NODE_ENV'] === 'production' && process.env['CARD_SANDBOX'] !== '1') {
  stop('takes no real money and does not start under NODE_ENV=production unless CARD_SANDBOX=1', WRONG_USE)
}
const { port, state } = values
if (port === undefined || !/^\d{1,5}$/.test(port) || state === undefined) stop('needs --port N and --state FILE', WRONG_USE)
const webhookUrl = values['webhook-url']
const webhookSecret = process.env['CARD_SANDBOX_WEBHOOK_SECRET'] ?? values['webhook-secret']

try {
  const sandbox = await startCardSandbox({
    port: Number(port),
    stateFile: state,
    ...(values.past !== undefined && { pastFile: values.past }),
    publicPath: values['public-path'].replace(/\/$/, ''),
    merchant: values.merchant,
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(webhookSecret !== undefined && { webhookSecret }),
  })
  const leave = () => void sandbox.close().then(() => process.exit(0))
  process.once('SIGTERM', leave).once('SIGINT', leave)
  if (values['exit-with-parent']) process.stdin.once('close', leave).resume()
  console.log(`card sandbox listening on ${sandbox.port}`)
} catch (failure) {
  const isTaken = failure instanceof Error && 'code' in failure && failure.code === 'EADDRINUSE'
  if (isTaken) stop(`port ${port} is already in use`, PORT_TAKEN)
  stop(failure instanceof Error ? failure.message : String(failure), 1)
}
