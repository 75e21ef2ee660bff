import type { ScriptedAgent } from '@bridge/agent-gateway/testing/scripted-agent'
import { encodeFrame } from '@bridge/agent-protocol'
import { createHostileCompanyFile, type HostileCompanyFile } from '../target/company-file.ts'
import type { Target } from '../target/start-target.ts'

/** Responds to an agent's every request with these bytes, until its socket closes. */
export function respondAlways(
  agent: ScriptedAgent,
  toPayload: (request: string, count: number) => Uint8Array | Promise<Uint8Array>,
): { readonly count: () => number } {
  let count = 0
  const work = async () => {
    for (;;) {
      const { id, text } = await agent.accept()
      count += 1
      agent.socket.send(encodeFrame({ type: 'response', id }, await toPayload(text, count)))
    }
  }
  // Ends with the socket.
  work().catch(() => undefined)
  return { count: () => count }
}

/** Replies to every ping until the socket closes: the agent counts as connected. */
export function replyToPings(agent: ScriptedAgent): void {
  const work = async () => {
    for (;;) {
      const { n } = await agent.next('ping')
      agent.send({ type: 'pong', n })
    }
  }
  // Ends with the socket.
  work().catch(() => undefined)
}

/** Runs an attack with a connected hostile agent, and disconnects it. */
export async function withHostileAgent<Result>(
  target: Target,
  run: (agent: ScriptedAgent, file: HostileCompanyFile) => Promise<Result>,
): Promise<Result> {
  const file = await createHostileCompanyFile(target)
  const agent = file.openAgent()
  try {
    await agent.sayHello()
    return await run(agent, file)
  } finally {
    agent.socket.terminate()
  }
}
