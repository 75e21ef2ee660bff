/** Kills a server, a gateway or an agent at a point chosen by the schedule. */
export interface KillSwitch {
  readonly isKilled: boolean
  /** Resolves at the kill. */
  readonly killed: Promise<void>
  /** Kills the part now: its pending calls never return, and its later calls have no effect. */
  kill(): void
  /** Marks a point in the part's work; never resolves if the part is killed there or was killed before. */
  reach(point: string): Promise<void>
  /** Runs a step of the part's work with an outside effect, with a point before and after it. */
  step<Result>(name: string | undefined, work: () => Promise<Result>): Promise<Result>
  /** Makes the part's pending and later calls fail instead of waiting forever: the part can be closed. */
  dispose(): void
}

/** @param isFatal whether to kill the part at a point; called each time it reaches one */
export function createKillSwitch(
  isFatal: (point: string) => boolean,
  onKill: () => void = () => undefined,
): KillSwitch {
  let resolveKilled: () => void = () => undefined
  const killed = new Promise<void>((resolve) => {
    resolveKilled = resolve
  })
  let rejectHalted: (error: Error) => void = () => undefined
  const halted = new Promise<never>((_resolve, reject) => {
    rejectHalted = reject
  })
  halted.catch(() => undefined)
  let isRunning = true

  const killSwitch: KillSwitch = {
    get isKilled() {
      return !isRunning
    },
    killed,
    kill: () => {
      if (!isRunning) return
      isRunning = false
      onKill()
      resolveKilled()
    },
    reach: async (point) => {
      if (isRunning && isFatal(point)) killSwitch.kill()
      if (!isRunning) await halted
    },
    step: async (name, work) => {
      await (name === undefined ? undefined : killSwitch.reach(`before ${name}`))
      if (!isRunning) return halted
      try {
        const result = await work()
        await (name === undefined ? undefined : killSwitch.reach(`after ${name}`))
        return isRunning ? result : await halted
      } catch (error) {
        if (!isRunning) return halted
        throw error
      }
    },
    dispose: () => {
      killSwitch.kill()
      rejectHalted(new Error('This part was killed and disposed of.'))
    },
  }
  return killSwitch
}
