import { parseRealmId, type RealmId } from '@bridge/agent-protocol'

function realmId(text: string): RealmId {
  const parsed = parseRealmId(text)
  if (!parsed) throw new TypeError(`${text} is not a realm ID.`)
  return parsed
}

export const sandboxRealmId = realmId('1234567890123456')
export const productionRealmId = realmId('9876543210987654')
