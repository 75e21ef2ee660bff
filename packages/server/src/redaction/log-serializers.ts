import { stdSerializers } from 'pino'
import { redact } from './redact.ts'

/** Serializers of a program's log for fields that may have texts of requests. */
export const logSerializers = {
  path: (path: unknown): unknown => (typeof path === 'string' ? redact(path) : path),
  err: (error: unknown): unknown => {
    if (!(error instanceof Error)) return error
    const serialized = stdSerializers.err(error)
    return { ...serialized, message: redact(serialized.message), stack: redact(serialized.stack) }
  },
}
