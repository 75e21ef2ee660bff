import type { Hono } from 'hono'
import type { BillingCycle } from './billing-cycle.ts'
import type { Deliveries, DeliveryMode } from './deliveries.ts'
import type { Faults } from './faults.ts'
import type { Renderer } from './render.ts'
import type { EmulatorState } from './state.ts'

export interface StripeEmulatorOptions {
  /** The secret key expected in requests. */
  readonly secretKey: string
  /** The webhook endpoint and its signing secret. */
  readonly webhookUrl: string
  readonly webhookSecret: string
  /** The time, unless the test clock is set. */
  readonly clock?: () => Date
  /** Returns a page's address. */
  readonly getUrl: (path: string) => string
  /** Posts an event; returns the response status. */
  readonly post?: (url: string, init: RequestInit) => Promise<number>
  /** Whether events are sent when they occur, and failed ones again every 2 s. Otherwise `deliveries.flush` sends them. */
  readonly sendsEvents?: boolean
  /** The state to continue with. */
  readonly state?: EmulatorState
}

/** A server with the Stripe operations used by the service, and pages to click through. */
export interface StripeEmulator {
  readonly app: Hono
  readonly state: EmulatorState
  readonly cycle: BillingCycle
  readonly deliveries: Deliveries
  readonly faults: Faults
  /** API requests in order. */
  readonly requests: readonly RecordedRequest[]
  /** The current time. */
  now(): Date
  /** Sets the test clock and runs everything due until then. */
  advanceTo(time: Date): void
  setMode(mode: DeliveryMode): void
  /** Ends the test clock and, as Stripe does, deletes its customers. Everything works again. */
  reset(): void
  close(): void
}

export interface RecordedRequest {
  readonly method: string
  readonly operation: string
  readonly idempotencyKey: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  /** The mistake, if Stripe's API description does not allow the request. */
  readonly problem: string | undefined
}

/** Shared by the API and the pages. */
export interface EmulatorContext {
  readonly emulator: StripeEmulator
  readonly render: Renderer
  readonly newId: (prefix: string) => string
  readonly clockId: string
  readonly record: (request: RecordedRequest) => void
}
