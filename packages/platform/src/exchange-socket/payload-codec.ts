import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { createPayloadCodec } from '@bridge/agent-protocol'

const compress = promisify(gzip)
const inflate = promisify(gunzip)

/** Packs and unpacks message sets on other threads, for programs whose event loop serves many realms. */
export const payloadCodec = createPayloadCodec({
  gzip: (bytes) => compress(bytes, { level: 1 }),
  gunzip: (bytes, maxBytes) => inflate(bytes, { maxOutputLength: maxBytes }),
})
