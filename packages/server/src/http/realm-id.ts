/** The id of a realm: 16 digits, `[1-9][0-9]{15}`. Minted by {@link parseRealmId} alone. */
export type RealmId = string & { readonly __realmId: unique symbol }

const realmIdPattern = /^[1-9][0-9]{15}$/

/** The text as a realm id, or nothing where it has another form (specification, section 2.1). */
export function parseRealmId(text: string): RealmId | undefined {
  return realmIdPattern.test(text) ? (text as RealmId) : undefined
}
