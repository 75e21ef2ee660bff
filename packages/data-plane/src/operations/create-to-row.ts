import { type JsonObject, RecordText, serializeXmlMember, type ToRow, withNumericIds } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'

/** Returns how an entity's records are kept until the response: as text, if its format is known. */
export function createToRow({ format, ids, held }: CompanyFile, entity: string): ToRow<RecordText | JsonObject> {
  if (format === undefined) return (record) => record
  const serialize = format === 'xml' ? (record: object) => serializeXmlMember(entity, record) : JSON.stringify
  return (record) => {
    const text = serialize(ids === 'numeric' ? withNumericIds(record) : record)
    held.add(text.length)
    return new RecordText(text)
  }
}
