import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { updatePath } from '@bridge/agent-protocol'
import { type Release, signRelease } from '../scripts/sign-release.ts'

/** A service with one release. */
export interface ReleaseServer {
  readonly url: string
  readonly server: Server
  /** The requested paths. */
  readonly requested: readonly string[]
  /** Responses replacing the service's own, by path. */
  readonly replaced: Record<string, RequestListener>
  close(): Promise<void>
}

const march = { notBefore: new Date('2026-03-02T00:00:00Z'), expires: new Date('2026-04-02T00:00:00Z') }

/**
 * Signs a version in a release directory and serves it over HTTP as the service does.
 *
 * @param times when the release is valid; by default in March 2026
 */
export async function startReleaseServer(
  folder: string,
  signer: KeyObject,
  times: Pick<Release, 'notBefore' | 'expires'> = march,
  version = '0.2.0',
): Promise<ReleaseServer> {
  const signed = await signRelease({ folder, version, minProtocol: 1, rollout: 100, ...times }, '2026a', signer)
  const requested: string[] = []
  const replaced: Record<string, RequestListener> = {}
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    const listener = replaced[path]
    if (listener) listener(request, response)
    else if (path === updatePath) response.end(JSON.stringify(signed))
    else {
      readFile(join(folder, path.replace('/agent/updates/', ''))).then(
        (contents) => response.end(contents),
        () => response.writeHead(404).end(),
      )
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    requested,
    replaced,
    close: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
