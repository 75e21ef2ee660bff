import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'
import { createPayloadCodec } from '@bridge/agent-protocol'

const offThread = { gzip: promisify(gzip), gunzip: promisify(gunzip) }
// Below this size, moving the work to another thread costs more than the work.
const maxSynchronousBytes = 32 * 1024

/** Packs and unpacks message sets. */
export const payloadCodec = createPayloadCodec({
  gzip: async (bytes) => (bytes.length <= maxSynchronousBytes ? gzipSync(bytes) : offThread.gzip(bytes)),
  gunzip: async (bytes, maxBytes) =>
    bytes.length <= maxSynchronousBytes
      ? gunzipSync(bytes, { maxOutputLength: maxBytes })
      : offThread.gunzip(bytes, { maxOutputLength: maxBytes }),
})
