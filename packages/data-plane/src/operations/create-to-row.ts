import { type JsonObject, RecordText, serializeXmlMember, type ToRow } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'

/** Returns how an entity's records are kept until the response: as text, if its format is known. */
export function createToRow({ format, held }: CompanyFile, entity: string): ToRow<RecordText | JsonObject> {
  if (format === undefined) return (record) => record
  const serialize = format === 'xml' ? (record: JsonObject) => serializeXmlMember(entity, record) : JSON.stringify
  return (record) => {
    const text = serialize(record)
    held.add(text.length)
    return new RecordText(text)
  }
}
