import type { Lost } from '@bridge/agent-protocol'
import { unexpectedError } from './unexpected-error.ts'

/** The outcome for a request whose response the gateway would not accept. */
export const responseTooLarge: Lost = {
  sent: true,
  lost: true,
  reason: 'too-large',
  error: unexpectedError('The response is larger than the gateway accepts.'),
}
