/**
 * A caller of the control plane. The credential limits which resources they can access, and the user's role limits what
 * they may do.
 */
export type Caller =
  | {
      readonly kind: 'session'
      readonly userId: string
      /** The session's ID; missing for a call that the service makes on behalf of a user. */
      readonly sessionId?: string
      readonly address?: string
    }
  | {
      readonly kind: 'api-key'
      /** The key's creator. The key has their current role. */
      readonly userId: string
      readonly apiKeyId: string
      /** The organization that the key is limited to. */
      readonly orgId: string
      readonly address?: string
    }
  /** The service itself, on behalf of a user: their first organization and its sandbox, and what their links and codes allow. */
  | { readonly kind: 'system'; readonly userId: string; readonly address?: string }
