/** A Web Connector call held open until there is something to respond with. */
export interface HeldCall<Result> {
  /**
   * Resolves when the call ends: with what ended it, or nothing if its time ran out, it was released, or it was
   * aborted.
   */
  readonly ended: Promise<Result | undefined>
  isOpen(): boolean
  /** Ends the call; only the first time has an effect. */
  end(result?: Result): void
  /** Ends the call now if it was aborted or released before it was held. */
  checkSignals(): void
}

interface HeldCallOptions {
  /** How long the call is held open at most, in milliseconds. */
  readonly holdMs: number
  /** Aborted when the Web Connector is gone. */
  readonly signal: AbortSignal
  /** Aborted when the call must have its response now. */
  readonly released?: AbortSignal | undefined
  /** Whether what the call waits for is about to come, so the call does not end before it. */
  readonly isStarting?: () => boolean
  /** Called before `ended` resolves. */
  readonly onEnd: () => void
}

const startingMs = 250

/** Holds a call open. */
export function holdCall<Result = never>(options: HeldCallOptions): HeldCall<Result> {
  const { holdMs, signal, released, isStarting = () => false, onEnd } = options
  let resolve: (result?: Result) => void = () => undefined
  let isEnded = false
  const ended = new Promise<Result | undefined>((settle) => {
    resolve = settle
  })
  const end = (result?: Result): void => {
    if (isEnded) return
    isEnded = true
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    released?.removeEventListener('abort', release)
    onEnd()
    resolve(result)
  }
  const abort = () => end()
  const expire = () => {
    if (isStarting()) timer = setTimeout(expire, startingMs)
    else end()
  }
  const release = () => {
    clearTimeout(timer)
    expire()
  }
  let timer = setTimeout(expire, holdMs)
  signal.addEventListener('abort', abort)
  released?.addEventListener('abort', release)
  return {
    ended,
    end,
    isOpen: () => !isEnded && !signal.aborted,
    checkSignals: () => {
      if (signal.aborted) end()
      else if (released?.aborted === true) release()
    },
  }
}
