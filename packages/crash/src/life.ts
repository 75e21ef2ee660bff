/** The life of a server, a gateway or an agent, which ends at a point of its work when the schedule says so. */
export interface Life {
  readonly isOver: boolean
  /** Resolves when it ends. */
  readonly over: Promise<void>
  /** Ends it here and now: nothing that it waits for comes, and nothing that it does has an effect any more. */
  end(): void
  /** A point of its work; never resolves where the life ends at it, or ended before. */
  reach(point: string): Promise<void>
  /** A step of its work that the world outside sees, with the points before and after it. */
  step<Result>(name: string | undefined, work: () => Promise<Result>): Promise<Result>
  /** From now on its steps fail instead of waiting for ever, so that what is left of it can be cleared away. */
  bury(): void
}

const never = new Promise<never>(() => undefined)

/** @param isLast whether the life ends at a point, asked each time that one is reached */
export function createLife(isLast: (point: string) => boolean, onEnd: () => void = () => undefined): Life {
  let tellOver: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    tellOver = resolve
  })
  let state: 'lives' | 'over' | 'buried' = 'lives'

  const stop = (): Promise<never> =>
    state === 'buried' ? Promise.reject(new Error('It is not there any more.')) : never
  const life: Life = {
    get isOver() {
      return state !== 'lives'
    },
    over,
    end: () => {
      if (state !== 'lives') return
      state = 'over'
      onEnd()
      tellOver()
    },
    reach: async (point) => {
      if (state === 'lives' && isLast(point)) life.end()
      if (state !== 'lives') await stop()
    },
    step: async (name, work) => {
      await (name === undefined ? undefined : life.reach(`before ${name}`))
      if (state !== 'lives') return stop()
      try {
        const result = await work()
        await (name === undefined ? undefined : life.reach(`after ${name}`))
        return state === 'lives' ? result : await stop()
      } catch (error) {
        if (state !== 'lives') return stop()
        throw error
      }
    },
    bury: () => {
      life.end()
      state = 'buried'
    },
  }
  return life
}
