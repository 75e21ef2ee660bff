import { setTimeout as delay } from 'node:timers/promises'
import { Agent, memoryResponseLog } from '@bridge/edge-agent'
import { simulatedDesktop } from '@bridge/edge-agent/simulated/desktop'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { pino } from 'pino'

function clock() {
  return new Date()
}

/** Connects an agent with an emulated company file, which does what it should. */
export async function startHonestAgent(url: string, token: string): Promise<Agent> {
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  const agent = new Agent({
    url,
    token,
    desktop: simulatedDesktop({ company, companyFile: 'victim.qbw' }),
    responses: memoryResponseLog(),
    clock,
    random: Math.random,
    logger: pino({ level: 'silent' }),
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
  })
  await agent.connected()
  return agent
}
