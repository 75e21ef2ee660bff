import type { Logger } from 'pino'
import type { GatewayLoadStore } from './gateway-load.store.ts'
import { createMovePlan } from './move-plan.ts'

interface RebalancerOptions {
  readonly loads: GatewayLoadStore
  readonly gatewayUrl: () => string
  readonly countAgents: () => number
  /** Closes up to `count` idle sockets, whose agents dial again, and returns how many it closed. */
  readonly moveIdle: (count: number) => number
  readonly clock: () => Date
  readonly logger: Logger
}

/** Moves agents from a gateway holding more than its share, as after the others' restart. */
export function createRebalancer({ loads, gatewayUrl, countAgents, moveIdle, clock, logger }: RebalancerOptions) {
  const plan = createMovePlan(moveIdle)
  let isStopped = false
  /** The address known to other gateways. */
  let url: string | undefined
  let running: Promise<void> | undefined

  const logFailure = (task: string) => (error: unknown) => logger.warn({ err: error }, `could not ${task}`)

  const move = async (): Promise<void> => {
    url = gatewayUrl()
    const others = await loads.report(url, countAgents())
    if (isStopped) return
    const agents = countAgents()
    const moved = plan(clock().getTime(), agents, others)
    if (moved > 0) logger.info({ moved, agents, others }, 'moved agents to gateways that hold fewer')
  }

  return {
    /**
     * Stores how many agents the gateway holds, and moves some if they are too many. Concurrent calls share one run.
     */
    run: (): Promise<void> => {
      if (isStopped) return Promise.resolve()
      running ??= move()
        .catch(logFailure('compare the number of agents with other gateways'))
        .finally(() => {
          running = undefined
        })
      return running
    },

    /** Moves no more agents, and lets no other gateway count on this one. */
    stop: async (): Promise<void> => {
      if (isStopped) return
      isStopped = true
      await running
      if (url !== undefined)
        await loads.remove(url).catch(logFailure('remove this gateway from those that hold agents'))
    },
  }
}

export type Rebalancer = ReturnType<typeof createRebalancer>
