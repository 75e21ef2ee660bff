import type { MessagePort } from 'node:worker_threads'
import type { DesktopState, ExchangeOutcome } from '@bridge/agent-protocol'

/** A message to the thread with the company file. Message sets are processed one after another. */
export type CompanyCommand = { readonly kind: 'process'; readonly messageSet: string } | { readonly kind: 'close' }

/** A message from the thread, once it has opened the file or cannot, and after each message set. */
export type CompanyEvent =
  | { readonly kind: 'opened'; readonly state: DesktopState }
  | { readonly kind: 'in-use'; readonly message: string }
  | { readonly kind: 'processed'; readonly outcome: ExchangeOutcome; readonly state: DesktopState }

/** What the thread gets when it starts. */
export interface CompanyThread {
  readonly file: string
  /** Carries commands to the thread, and events from it. */
  readonly port: MessagePort
}
