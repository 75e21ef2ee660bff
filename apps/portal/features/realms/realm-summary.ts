/** A realm as shown on the organization page. */
export interface RealmSummary {
  readonly id: string
  readonly name: string
  readonly kind: 'sandbox' | 'production'
  /** ISO 8601. */
  readonly createdAt: string
  /** A QuickBooks Web Connector has polled. */
  readonly connected: boolean
  /** An agent is connected, or the realm is a sandbox. */
  readonly online: boolean
}
