import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it was exported. */
export interface ReceivedSpan {
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Empty for a span without a parent. */
  readonly parentId: string
  /** Its own time, in nanoseconds since 1970. */
  readonly from: bigint
  readonly until: bigint
  readonly attributes: Readonly<Record<string, string>>
}

/** Starts an OTLP receiver over HTTP, which keeps the received spans. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const paths = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`)
    spans.push(...readSpans(Buffer.concat(chunks)))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: spans as readonly ReceivedSpan[],
    paths: paths as ReadonlySet<string>,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A protobuf field: a number, or a text's or message's bytes. */
type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>

/** Reads the spans in an ExportTraceServiceRequest (opentelemetry/proto/trace/v1/trace.proto). */
function readSpans(message: Buffer): ReceivedSpan[] {
  return listMessages(readFields(message), 1).flatMap((resourceSpans) => {
    const [resource] = listMessages(resourceSpans, 1)
    const service = resource ? (readAttributes(resource, 1)['service.name'] ?? '') : ''
    return listMessages(resourceSpans, 2)
      .flatMap((scopeSpans) => listMessages(scopeSpans, 2))
      .map((span) => ({
        service,
        name: readBytes(span, 5).toString(),
        traceId: readBytes(span, 1).toString('hex'),
        spanId: readBytes(span, 2).toString('hex'),
        parentId: readBytes(span, 4).toString('hex'),
        from: readNumber(span, 7),
        until: readNumber(span, 8),
        attributes: readAttributes(span, 9),
      }))
  })
}

/** Reads attributes; numbers become text. */
function readAttributes(fields: Fields, field: number): Record<string, string> {
  return Object.fromEntries(
    listMessages(fields, field).map((attribute) => {
      const [value] = listMessages(attribute, 2)
      const [text] = value?.get(1) ?? []
      return [readBytes(attribute, 1).toString(), String(text ?? value?.get(3)?.[0] ?? '')]
    }),
  )
}

function listMessages(fields: Fields, field: number): Fields[] {
  return (fields.get(field) ?? []).flatMap((value) => (typeof value === 'bigint' ? [] : [readFields(value)]))
}

function readBytes(fields: Fields, field: number): Buffer {
  const [value] = fields.get(field) ?? []
  return typeof value === 'object' ? value : Buffer.alloc(0)
}

function readNumber(fields: Fields, field: number): bigint {
  const [value] = fields.get(field) ?? []
  return typeof value === 'bigint' ? value : 0n
}

function readFields(message: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const readVarint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at)
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const readValue = (wireType: number): bigint | Buffer => {
    if (wireType === 0) return readVarint()
    const length = wireType === 1 ? 8 : wireType === 5 ? 4 : Number(readVarint())
    const bytes = message.subarray(at, at + length)
    at += length
    if (wireType === 1) return bytes.readBigUInt64LE()
    return wireType === 5 ? BigInt(bytes.readUInt32LE()) : bytes
  }
  while (at < message.length) {
    const key = Number(readVarint())
    const values = fields.get(key >> 3) ?? []
    values.push(readValue(key & 7))
    fields.set(key >> 3, values)
  }
  return fields
}
