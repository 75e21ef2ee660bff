import { createHash } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import type { RecordChange } from './record-change.ts'

/** A random UUID, which no other use of UUIDv5 has. */
const namespace = Buffer.from('5f0d3c1e8a2b4d6f9c7e1b3a5d8f2e4c', 'hex')

/** Returns a change's event ID, a UUIDv5: the same on every server and in every delivery. */
export function toEventId(
  realmId: RealmId,
  { entity, recordId, operation, version }: Pick<RecordChange, 'entity' | 'recordId' | 'operation' | 'version'>,
): string {
  const name = JSON.stringify([realmId, entity, recordId, operation, version])
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
