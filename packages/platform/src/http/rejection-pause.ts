const pauseMs = 1_000
/** Above it, rejections are sent at once. */
const maxWaiting = 1_000

/**
 * Creates a function that waits a second before a flooding client's rejection. Clients ignoring `Retry-After` repeat a
 * rejected request at once, which can take more time than the limit saves. A thousand rejections may wait at a time.
 */
export function createRejectionPause(): () => Promise<void> {
  let waiting = 0
  return async () => {
    if (waiting >= maxWaiting) return
    waiting += 1
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    waiting -= 1
  }
}

/** Creates a function that holds 429 responses for a second, and passes on others. */
export function createRejectionHold(): (response: Response) => Response | Promise<Response> {
  const pause = createRejectionPause()
  return (response) => (response.status === 429 ? pause().then(() => response) : response)
}
