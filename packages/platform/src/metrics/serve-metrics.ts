import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { maxHeadBytes } from '../http/max-head-bytes.ts'

/** A listener for Prometheus. */
export interface MetricsListener {
  readonly port: number
  close(): void
}

interface MetricsAddress {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
}

/**
 * Serves the metrics at `/metrics` in Prometheus format, on a separate port: they need no credential, so the port must
 * not be public.
 */
export async function serveMetrics(
  registry: Pick<Registry, 'metrics' | 'contentType'>,
  { host, port }: MetricsAddress,
): Promise<MetricsListener> {
  const server = createServer({ maxHeaderSize: maxHeadBytes }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at /metrics.')
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
