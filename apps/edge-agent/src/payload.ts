import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'
import { createPayloadCodec } from '@bridge/agent-protocol'

const inThread = { gzip: promisify(gzip), gunzip: promisify(gunzip) }
// Below this a thread costs more than the work.
const inPlaceBytesMax = 32 * 1024

/** Message sets as they travel from the gateway and back. */
export const payloadCodec = createPayloadCodec({
  gzip: async (bytes) => (bytes.length <= inPlaceBytesMax ? gzipSync(bytes) : inThread.gzip(bytes)),
  gunzip: async (bytes, bytesMax) =>
    bytes.length <= inPlaceBytesMax
      ? gunzipSync(bytes, { maxOutputLength: bytesMax })
      : inThread.gunzip(bytes, { maxOutputLength: bytesMax }),
})
