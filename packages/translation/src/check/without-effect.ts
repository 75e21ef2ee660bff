import { isJsonObject, type JsonValue } from '../table/json.ts'
import { isMeaningful } from './check-value.ts'

/**
 * Returns whether an unknown field changes nothing: a null, or an object without values, such as `"DepartmentRef": {}`
 * and another line kind's details. Clients using one type for all records send both.
 */
export function isWithoutEffect(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && !isMeaningful(value))
}
