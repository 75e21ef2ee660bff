import { Fault } from '@bridge/faults'
import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import { isBlank, toDecimal } from '../check/check-value.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import type { Confirmation, DerivedRow, LineToConfirm, RefusedRow } from '../table/row.ts'
import { derived, refused } from '../table/rows.ts'
import { checkLinks } from './linked-txns.ts'

// Values repeating what QuickBooks writes anyway pass. Others cause a warning, or a fault if they would change the
// books. See docs/decisions/0012-follow-the-wire-shapes-that-real-clients-use.md.

/**
 * Creates a field the desktop decides without touching the books: another value is not kept, which the comparison after
 * the write reports.
 */
export function decidedByDesktop(
  reason: string,
  instead: string,
  read: (record: Element) => boolean = () => false,
): DerivedRow {
  return derived('bool', read, { rejection: { reason, instead, passes: () => true } })
}

/** An amount including tax, which equals the line's `Amount` where amounts have no tax. */
export const amountWithTax: RefusedRow = refused(
  'QuickBooks Desktop (US) adds tax to amounts, so it has to equal Amount',
  'Send Amount without tax, and let TaxCodeRef add the tax.',
  (value, { Amount: amount }) => {
    const [inclusive, own] = [toDecimal(value), toDecimal(amount)]
    return inclusive !== undefined && own !== undefined && inclusive.eq(own)
  },
)

/** Creates the item on a line copied from an earlier transaction's, confirmed by {@link confirmCopiedItem}. */
export function copiedItem(type: string): RefusedRow {
  return refused(
    `QuickBooks Desktop uses the item of the ${type} line in LinkedTxn; omit ItemRef, or repeat that item`,
    'Omit ItemRef, or repeat the item of the linked line.',
    isReference,
  )
}

function isReference(value: JsonValue): boolean {
  return isJsonObject(value) && !(isBlank(value.value) && isBlank(value.name))
}

/** Confirms that a line copied from an earlier transaction's names no other item. Throws UNSUPPORTED_BY_DESKTOP. */
export function confirmCopiedItem(type: string, detail: string) {
  return ({ body, path }: LineToConfirm): readonly Confirmation[] => {
    const item = isJsonObject(body[detail]) ? body[detail].ItemRef : undefined
    const [link] = checkLinks(body.LinkedTxn ?? [], `${path}.LinkedTxn`)
    if (!isJsonObject(item) || !isReference(item) || link?.txnLineId === undefined) return []
    const { txnId, txnLineId } = link
    const element = `${path}.${detail}.ItemRef`
    return [
      {
        query: branch(`${type}QueryRq`, [leaf('TxnID', txnId), leaf('IncludeLineItems', 'true')]),
        require: (found) => {
          const own = found
            .filter((each) => childText(each, 'TxnID') === txnId)
            .map((each) => findLine(each, txnLineId))
            .find((line) => line !== undefined)
          const ref = own && child(own, 'ItemRef')
          if (ref === undefined || isSameRecord(item, ref)) return
          throw new Fault(
            'UNSUPPORTED_BY_DESKTOP',
            `${element} is not supported: QuickBooks Desktop uses the item of the ${type} line, ${childText(ref, 'FullName')}.`,
            { element },
          )
        },
      },
    ]
  }
}

/** Finds a line by its ID, also within groups. */
function findLine(record: Element, id: string): Element | undefined {
  for (const each of record.children) {
    if (childText(each, 'TxnLineID') === id) return each
    const inner = each.children.length > 0 ? findLine(each, id) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Returns whether a client's reference names the same record as a desktop one. */
export function isSameRecord(sent: JsonValue | undefined, ref: Element): boolean {
  if (!isJsonObject(sent)) return false
  const isById = !isBlank(sent.value)
  const [named, own] = isById ? [sent.value, childText(ref, 'ListID')] : [sent.name, childText(ref, 'FullName')]
  return scalarText(named)?.trim().toLowerCase() === own?.toLowerCase()
}
