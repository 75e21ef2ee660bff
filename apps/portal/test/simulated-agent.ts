import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../edge-agent/src/simulated/main.ts', import.meta.url))

/** An agent with a simulated company file, as it runs on a PC. */
export interface SimulatedAgent {
  stop(): Promise<void>
}

/** Starts an agent from its sources, with the token a person entered. */
export async function startSimulatedAgent(url: string, token: string): Promise<SimulatedAgent> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-agent-'))
  const companyFile = path.join(folder, 'rock-castle.jsonl')
  const agent: ChildProcess = spawn(process.execPath, [program, '--url', url, '--simulate', companyFile], {
    env: { NODE_ENV: 'test', PATH: '/usr/bin:/bin', BRIDGE_AGENT_TOKEN: token, LOG_LEVEL: 'error' },
    stdio: 'inherit',
  })
  return {
    stop: async () => {
      if (agent.exitCode !== null) return
      agent.kill('SIGTERM')
      await once(agent, 'exit')
    },
  }
}
