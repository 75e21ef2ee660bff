/** Who acts on the control plane: the credential decides what may be reached, the user's role what may be done. */
export type Caller =
  | { readonly kind: 'session'; readonly userId: string; readonly address?: string }
  | {
      readonly kind: 'api-key'
      /** The key's creator, whose role of the moment is the key's (specification, section 5). */
      readonly userId: string
      readonly apiKeyId: string
      /** The one organization that the key opens. */
      readonly orgId: string
      readonly address?: string
    }
  /** The service itself, on a user's behalf: the first organization, the sandbox of a newcomer. */
  | { readonly kind: 'system'; readonly userId: string; readonly address?: undefined }
