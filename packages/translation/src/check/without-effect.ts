import { isJsonObject, type JsonValue } from '../table/json.ts'
import { isMeaningful } from './check-value.ts'

/**
 * Returns whether a field that the record or line does not have changes nothing: a null, or an object without values, such
 * as `"DepartmentRef": {}` and the details of another kind of line. Clients with one type for all records send both.
 */
export function isWithoutEffect(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && !isMeaningful(value))
}
