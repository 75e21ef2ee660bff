/** A realm as the organization page lists it. */
export interface ListedRealm {
  readonly id: string
  readonly name: string
  readonly kind: 'sandbox' | 'production'
  /** ISO 8601. */
  readonly createdAt: string
  /** A Web Connector has polled. */
  readonly connected: boolean
  /** An agent is there now, or the realm is a sandbox. */
  readonly online: boolean
}
