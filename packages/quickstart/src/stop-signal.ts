/** Aborted by the first Ctrl-C or request to end; later ones change nothing, since stopping is under way. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort(new Stopped()))
  }
  return controller.signal
}

/** Somebody asked this process to stop: not a failure. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** Waits until the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
