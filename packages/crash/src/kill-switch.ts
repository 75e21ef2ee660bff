/** Kills a server, a gateway or an agent at a point of its work that the schedule chose. */
export interface KillSwitch {
  readonly isKilled: boolean
  /** Resolves at the kill. */
  readonly killed: Promise<void>
  /** Kills the part now: its pending calls never return, and its later calls have no effect. */
  kill(): void
  /** Marks a point of the part's work; never resolves if the part is killed there or was killed before. */
  reach(point: string): Promise<void>
  /** Runs a step of the part's work that has an effect outside it, with a point before and after it. */
  step<Result>(name: string | undefined, work: () => Promise<Result>): Promise<Result>
  /** Makes further steps fail instead of waiting forever, so that the part can be closed. */
  dispose(): void
}

const never = new Promise<never>(() => undefined)

/** @param isFatal whether to kill the part at a point; called each time that the part reaches one */
export function createKillSwitch(
  isFatal: (point: string) => boolean,
  onKill: () => void = () => undefined,
): KillSwitch {
  let resolveKilled: () => void = () => undefined
  const killed = new Promise<void>((resolve) => {
    resolveKilled = resolve
  })
  let state: 'running' | 'killed' | 'disposed' = 'running'

  const halt = (): Promise<never> =>
    state === 'disposed' ? Promise.reject(new Error('This part was killed and disposed of.')) : never
  const killSwitch: KillSwitch = {
    get isKilled() {
      return state !== 'running'
    },
    killed,
    kill: () => {
      if (state !== 'running') return
      state = 'killed'
      onKill()
      resolveKilled()
    },
    reach: async (point) => {
      if (state === 'running' && isFatal(point)) killSwitch.kill()
      if (state !== 'running') await halt()
    },
    step: async (name, work) => {
      await (name === undefined ? undefined : killSwitch.reach(`before ${name}`))
      if (state !== 'running') return halt()
      try {
        const result = await work()
        await (name === undefined ? undefined : killSwitch.reach(`after ${name}`))
        return state === 'running' ? result : await halt()
      } catch (error) {
        if (state !== 'running') return halt()
        throw error
      }
    },
    dispose: () => {
      killSwitch.kill()
      state = 'disposed'
    },
  }
  return killSwitch
}
