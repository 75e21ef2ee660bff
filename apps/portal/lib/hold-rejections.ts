/** How long a rejection is held, in milliseconds. */
const holdMs = 1_000
/** Above it, rejections are sent at once. */
const heldMax = 1_000

/**
 * Creates a function that holds responses with status 429 for a second, and passes on others. Clients that ignore
 * `Retry-After` repeat a request as soon as it was rejected, which can take more time than the limit saves.
 */
export function createRejectionHold(): (response: Response) => Response | Promise<Response> {
  let held = 0
  const hold = async (response: Response): Promise<Response> => {
    held += 1
    await new Promise((resolve) => setTimeout(resolve, holdMs))
    held -= 1
    return response
  }
  return (response) => (response.status === 429 && held < heldMax ? hold(response) : response)
}
