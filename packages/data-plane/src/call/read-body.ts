import { Fault } from '@bridge/faults'
import { readText, UnreadableBodyError } from '@bridge/platform/body'

/**
 * Reads a request body as text.
 *
 * @throws Fault `BAD_REQUEST` for a body too large, not UTF-8, or encoded by anything but gzip
 */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  try {
    return await readText(request, maxBytes)
  } catch (error) {
    if (error instanceof UnreadableBodyError) throw new Fault('BAD_REQUEST', error.message, { cause: error })
    throw error
  }
}
