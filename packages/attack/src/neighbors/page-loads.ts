import { Agent } from 'undici'
import { type AttackRequest, send } from '../target/send.ts'
import type { CreateLoad } from './run-load.ts'

/** Creates visitors, each with its own address, who request pages in turn. */
function createVisitors(origin: string, count: number) {
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

/** The worst that visitors with several addresses can do to pages, by name. */
export const pageLoads: Readonly<Record<string, CreateLoad>> = {
  'visitors open pages that are rendered': async ({ origin }) => {
    const visitors = createVisitors(origin, 10)
    let pages = 0
    return {
      repeat: () => {
        pages += 1
        return visitors.request({ method: 'GET', path: `/invitations/${pages}` })
      },
      end: visitors.end,
      atOnce: 10,
    }
  },
  'visitors request the documentation many times at once': async ({ origin }) => {
    const visitors = createVisitors(origin, 3)
    return {
      repeat: () => visitors.request({ method: 'GET', path: '/docs' }),
      end: visitors.end,
      atOnce: 480,
    }
  },
}
