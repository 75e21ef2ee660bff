import { setTimeout as delay } from 'node:timers/promises'
import { Agent, type AgentOptions, memoryResponseLog } from '@bridge/edge-agent'
import { simulatedDesktop } from '@bridge/edge-agent/simulated/desktop'
import { type Company, memoryStorage, openCompany, type Template } from '@bridge/emulator'
import { pino } from 'pino'

export interface SimulatedAgentOptions extends Partial<AgentOptions> {
  /** Where the agent connects: a gateway, or a server that passes agents on. */
  readonly url: string
  readonly token: string
  /** The company file; by default a new one in memory, with the books of `template`. */
  readonly company?: Company
  readonly template?: Template
}

/** An agent in this process, and its emulated company file. */
export interface SimulatedAgent {
  readonly agent: Agent
  readonly company: Company
}

/** Starts an agent with an emulated company file. Resolves when the agent is connected. */
export async function startSimulatedAgent({
  template = 'starter',
  clock = () => new Date(),
  company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template }),
  ...options
}: SimulatedAgentOptions): Promise<SimulatedAgent> {
  const agent = new Agent({
    desktop: simulatedDesktop({ company, companyFile: 'simulated.qbw' }),
    responses: memoryResponseLog(),
    clock,
    random: Math.random,
    logger: pino({ level: 'silent' }),
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    ...options,
  })
  await agent.connected()
  return { agent, company }
}
