import type { Hono } from 'hono'
import type { Dependencies } from './dependencies.ts'
import type { Desktop } from './desktop/desktop.ts'

/** What a server is made of; `close` of the database and of the change feed stays with their owner. */
export interface ServerOptions extends Omit<Dependencies, 'clock'> {
  /** The time; the machine's without it. */
  readonly clock?: () => Date
  /** A number from 0 (included) to 1 (excluded); `Math.random` without it. */
  readonly random?: () => number
  /** Stands in for the way through the gateways to production company files. */
  readonly productionDesktop?: Desktop
}

/** Everything that acts, behind one `fetch`. */
export interface BridgeServer {
  readonly app: Hono
  /** Answers a request; hand it to `@hono/node-server`. */
  readonly fetch: Hono['fetch']
  /** Whether the path (without its query) is answered here; everything else belongs to the pages. */
  serves(path: string): boolean
  /** Ends timers and connections and stores what was counted; requests must have ended before. */
  close(): Promise<void>
}

/** The composition root: hands every part what it needs and mounts the surfaces on one app. */
export declare const createServer: (options: ServerOptions) => Promise<BridgeServer>
