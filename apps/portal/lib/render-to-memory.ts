import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Handles a request, and resolves when the response has ended. */
export type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A response that no client has got. */
export interface RenderedResponse {
  readonly status: number
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Renders a page for a request that has these headers and nothing else of a client. */
export async function renderToMemory(
  render: Render,
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
): Promise<RenderedResponse> {
  const socket = new MemorySocket()
  const request = new IncomingMessage(socket)
  // Its responses are not in chunks.
  Object.assign(request, { method: 'GET', url, headers, httpVersion: '1.0', httpVersionMajor: 1, httpVersionMinor: 0 })
  request.push(null)
  const response = new ServerResponse(request)
  response.assignSocket(socket)
  // As a server of Node does. Who writes a long page waits for it.
  socket.on('drain', () => response.emit('drain'))
  await render(request, response)
  if (!response.writableEnded) throw new Error(`The response of ${url} has not ended.`)
  if (!response.writableFinished) await once(response, 'finish')
  const sent = Buffer.concat(socket.sent)
  const headLength = sent.indexOf(headEnd)
  const head = sent.subarray(0, headLength).toString('latin1')
  return { status: response.statusCode, headers: parseHeaders(head), body: sent.subarray(headLength + headEnd.length) }
}

const headEnd = '\r\n\r\n'

function parseHeaders(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1)
  return Object.fromEntries(
    lines.map((line) => {
      const [name = ''] = line.split(':', 1)
      return [name.toLowerCase(), line.slice(name.length + 1).trim()]
    }),
  )
}

interface Chunk {
  readonly chunk: Buffer | string
  readonly encoding: BufferEncoding
}

/** Keeps what is written. */
class MemorySocket extends Socket {
  readonly sent: Buffer[] = []

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    this.sent.push(Buffer.from(chunk as string, encoding))
    done()
  }

  override _writev(chunks: readonly Chunk[], done: () => void): void {
    for (const { chunk, encoding } of chunks) this.sent.push(Buffer.from(chunk as string, encoding))
    done()
  }
}
