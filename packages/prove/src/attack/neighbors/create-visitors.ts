import { Agent } from 'undici'
import { type AttackRequest, send } from '../target/send.ts'

/** Creates visitors, each with its own address, who request pages in turn. */
export function createVisitors(origin: string, count: number) {
  const agents = Array.from(
    { length: count },
    (_, index) => new Agent({ connect: { localAddress: `127.0.0.${index + 2}` }, pipelining: 1 }),
  )
  let turn = 0
  return {
    request: async (request: AttackRequest): Promise<boolean> => {
      turn += 1
      const agent = agents[turn % count]
      return agent !== undefined && (await send(agent, origin, request)).status === 200
    },
    end: () => {
      for (const agent of agents) void agent.destroy()
    },
  }
}
