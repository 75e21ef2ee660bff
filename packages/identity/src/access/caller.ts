/**
 * A control plane caller. The credential limits which resources they can access, and the user's role limits what they
 * may do.
 */
export type Caller =
  | {
      readonly kind: 'session'
      readonly userId: string
      /** The session's ID; missing for a call made by the service on a user's behalf. */
      readonly sessionId?: string
      readonly address?: string
    }
  | {
      readonly kind: 'api-key'
      /** The key's creator. The key has their current role. */
      readonly userId: string
      readonly apiKeyId: string
      /** The organization the key is limited to. */
      readonly orgId: string
      readonly address?: string
    }
  /**
   * The service itself, on a user's behalf: their first organization and its sandbox, and what their links and codes
   * allow.
   */
  | { readonly kind: 'system'; readonly userId: string; readonly address?: string }
