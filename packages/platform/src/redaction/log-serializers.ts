import { stdSerializers } from 'pino'
import { redact } from './redact.ts'

/** A program's log serializers for fields possibly containing request texts. */
export const logSerializers = {
  path: (path: unknown): unknown => (typeof path === 'string' ? redact(path) : path),
  err: (error: unknown): unknown => {
    if (!(error instanceof Error)) return error
    const serialized = stdSerializers.err(error)
    return { ...serialized, message: redact(serialized.message), stack: redact(serialized.stack) }
  },
}
