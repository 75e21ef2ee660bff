/** Returns a signal aborted by the first SIGINT, SIGTERM or SIGHUP. Later ones are ignored: the stop is under way. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort(new Stopped()))
  }
  return controller.signal
}

/** Thrown when a signal stops the process, which is not a failure. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
