/** A realm's ID: 16 digits, the first one not 0. Only the parsers in this file create one. */
export type RealmId = string & { readonly __realmId: unique symbol }

export const realmIdPattern = /^[1-9][0-9]{15}$/

/** Parses a realm ID; `undefined` for any other text [dp-2.1:2]. */
export function parseRealmId(text: string): RealmId | undefined {
  return isRealmId(text) ? text : undefined
}

/** Whether a text looks like a realm ID. */
export function isRealmId(text: string): text is RealmId {
  return realmIdPattern.test(text)
}

/**
 * Parses a realm ID checked before, such as one from the database.
 *
 * @throws {TypeError} for any other text
 */
export function requireRealmId(text: string): RealmId {
  if (!isRealmId(text)) throw new TypeError(`${JSON.stringify(text)} is not a realm ID.`)
  return text
}
