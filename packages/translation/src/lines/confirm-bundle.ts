import { Fault } from '@bridge/faults'
import { branch, child, childrenByName, childText, type Element, leaf } from '@bridge/qbxml'
import Big from 'big.js'
import { isBlank, toDecimal } from '../check/check-value.ts'
import { isSameRecord } from '../parts/copies.ts'
import { isRef } from '../table/checked-value.ts'
import { isJsonObject, type JsonObject, type JsonValue, scalarText } from '../table/json.ts'
import type { Confirmation, LineToConfirm } from '../table/row.ts'

const detail = 'GroupLineDetail'

/** An item in a group, as QuickBooks adds it to a form. */
interface Component {
  readonly item: Element
  readonly quantity: Big
  /** Undefined for an item without a fixed price, such as a percentage. */
  readonly price: Big | undefined
}

/**
 * Confirms that the lines sent with a new bundle are those QuickBooks adds itself. Throws UNSUPPORTED_BY_DESKTOP with
 * `element` for others.
 *
 * @param pricePaths paths to an item's price on the form; the first found counts
 */
export function confirmBundle(pricePaths: readonly string[]) {
  return ({ path, body, values, stored }: LineToConfirm): readonly Confirmation[] => {
    const details = body[detail]
    const sent = isJsonObject(details) && Array.isArray(details.Line) ? details.Line.filter(isJsonObject) : []
    if (sent.length === 0 || stored !== undefined) return []
    const element = `${path}.${detail}.Line`
    const group = values.get(`${detail}.GroupItemRef`)
    const ids = [isRef(group) && 'listId' in group ? group.listId : undefined, ...sent.map(getItemId)]
    const known = ids.filter((id) => id !== undefined)
    if (known.length < ids.length) throw notSame(element, 'Name the group and its items by value')
    const quantity = new Big(scalarText(values.get(`${detail}.Quantity`) as JsonValue) ?? 1)
    return [
      {
        query: branch(
          'ItemQueryRq',
          [...new Set(known)].map((id) => leaf('ListID', id)),
        ),
        require: (found) => {
          const bundle = found.find((each) => isItem(each, known[0]))
          // An unknown group is left to the write.
          if (bundle === undefined) return
          const components = readComponents(bundle, found, quantity, pricePaths)
          const isSame =
            components.length === sent.length &&
            components.every((component, index) => isCopy(sent[index] ?? {}, component))
          if (!isSame) throw notSame(element, `It adds ${components.map(formatComponent).join(', ')}`)
        },
      },
    ]
  }
}

function notSame(element: string, hint: string): Fault {
  return new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${element} is not supported: QuickBooks Desktop adds the lines of a group itself, and these are others. ${hint}. Omit Line, or change the lines once the record exists.`,
    { element },
  )
}

function getItem(line: JsonObject): JsonValue | undefined {
  const details = getDetails(line)
  return details?.ItemRef
}

function getDetails(line: JsonObject): JsonObject | undefined {
  return [line.SalesItemLineDetail, line.ItemBasedExpenseLineDetail].find(isJsonObject)
}

function getItemId(line: JsonObject): string | undefined {
  const item = getItem(line)
  return isJsonObject(item) && !isBlank(item.value) ? scalarText(item.value)?.trim() : undefined
}

function isItem(element: Element, id: string | undefined): boolean {
  return childText(element, 'ListID')?.toLowerCase() === id?.toLowerCase()
}

function readComponents(
  bundle: Element,
  items: readonly Element[],
  quantity: Big,
  pricePaths: readonly string[],
): readonly Component[] {
  return childrenByName(bundle, 'ItemGroupLine').flatMap((line) => {
    const item = child(line, 'ItemRef')
    if (item === undefined) return []
    const record = items.find((each) => isItem(each, childText(item, 'ListID')))
    const price = pricePaths.map((path) => textAt(record, path)).find((text) => text !== undefined)
    const each = toDecimal(childText(line, 'Quantity')) ?? new Big(1)
    return [{ item, quantity: each.times(quantity), price: toDecimal(price) }]
  })
}

function textAt(record: Element | undefined, path: string): string | undefined {
  return path.split('/').reduce<Element | undefined>((at, name) => at && child(at, name), record)?.text
}

/** Returns whether a sent line is a component's. Values it omits, or that QuickBooks does not show, are left to it. */
function isCopy(line: JsonObject, { item, quantity, price }: Component): boolean {
  const details = getDetails(line) ?? {}
  return (
    isSameRecord(details.ItemRef, item) &&
    isSameNumber(details.Qty, quantity) &&
    isSameNumber(details.UnitPrice, price) &&
    isSameNumber(line.Amount, price?.times(quantity).round(2))
  )
}

function isSameNumber(sent: JsonValue | undefined, own: Big | undefined): boolean {
  return isBlank(sent) || own === undefined || toDecimal(sent)?.eq(own) === true
}

function formatComponent({ item, quantity, price }: Component): string {
  return `${quantity} × ${childText(item, 'FullName')}${price === undefined ? '' : ` at ${price}`}`
}
