import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openCompany } from '@bridge/emulator'
import { pino } from 'pino'
import { type AgentEnd, createAgent } from './agent.ts'
import { CommandError, help, readCommand } from './command-line.ts'
import { readEnv } from './env.ts'
import { openFileResponseLog } from './file-response-log.ts'
import { fileStorage } from './file-storage.ts'
import { simulatedDesktop } from './simulated-desktop.ts'

const exitCodes: Record<AgentEnd['reason'], number> = {
  stopped: 0,
  'token-refused': 2,
  superseded: 3,
  'realm-deleted': 4,
  'wrong-version': 5,
}

start().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`edge-agent: ${message}\n`)
  if (!(error instanceof CommandError)) process.stderr.write('See --help.\n')
  process.exitCode = 1
})

async function start(): Promise<void> {
  const env = readEnv()
  const command = await readCommand(process.argv.slice(2), env)
  if (command === undefined) {
    process.stdout.write(help)
    return
  }
  const logger = pino({ level: env.LOG_LEVEL, name: 'edge-agent' })
  const clock = () => new Date()
  const storage = await fileStorage(command.simulate)
  const company = openCompany({ storage, clock, random: Math.random, template: 'starter' })
  const desktop = simulatedDesktop({ company, companyFile: basename(command.simulate) })
  const agent = createAgent({
    url: command.url,
    token: command.token,
    desktop,
    responses: await openFileResponseLog(command.simulate),
    clock,
    random: Math.random,
    logger,
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
  })
  process.on('SIGTERM', () => void agent.stop())
  process.on('SIGINT', () => void agent.stop())
  const { reason, message } = await agent.ended
  await storage.close()
  if (reason === 'stopped') logger.info(message)
  else logger.fatal({ reason }, message)
  process.exitCode = exitCodes[reason]
}
