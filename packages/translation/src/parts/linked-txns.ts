import { Fault } from '@bridge/faults'
import { branch, childrenByName, childText, type Element, leaf } from '@bridge/qbxml'
import { checkText, checkToken, isBlank, isMeaningful, maxIdLength } from '../check/check-value.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import type { DerivedRow } from '../table/row.ts'
import { derived } from '../table/rows.ts'
import type { ReadContext } from '../table/traits.ts'

/** Transaction types named differently by QBO. */
const clientTypes: Readonly<Record<string, string>> = {
  ReceivePayment: 'Payment',
  ARRefundCreditCard: 'RefundReceipt',
  CreditCardCharge: 'Purchase',
  CreditCardCredit: 'Purchase',
}

/** Returns the client-side name for a desktop transaction type. */
export function toClientType(desktopType: string): string {
  return clientTypes[desktopType] ?? desktopType
}

/** Linked transactions, which clients may only repeat. */
export const linkedTxns = derived('structure', readLinks, {
  needs: 'links',
  rejection: {
    reason: 'QuickBooks Desktop creates this link when the other transaction is written',
    instead: 'Create the other transaction with LinkedTxn, such as the Payment or the Bill.',
  },
})

function readLinks(record: Element): JsonValue | undefined {
  const links = childrenByName(record, 'LinkedTxn').map((link) => ({
    TxnId: childText(link, 'TxnID') ?? '',
    TxnType: toClientType(childText(link, 'TxnType') ?? ''),
  }))
  return links.length === 0 ? undefined : links
}

/** Reads the links as QBO does, as an empty array if there are none; undefined if the response may lack them. */
function readAllLinks(record: Element, { sent }: ReadContext): JsonValue | undefined {
  const mayLackLinks = sent !== undefined && (!isBlank(sent.Id) || isLinked(sent) || hasLinkedLine(sent))
  return readLinks(record) ?? (mayLackLinks ? undefined : [])
}

function hasLinkedLine({ Line: lines }: JsonObject): boolean {
  return Array.isArray(lines) && lines.filter(isJsonObject).some(isLinked)
}

/** A link as sent by a client: `{ TxnId, TxnType, TxnLineId }`. */
export interface SentLink {
  readonly txnId: string
  readonly txnType: string
  /** QBO sends `0` for a transaction without lines to choose from. */
  readonly txnLineId: string | undefined
  /** Path for faults. */
  readonly path: string
}

/** Checks a non-blank `LinkedTxn`. Throws 2010, 2020 and UNMAPPED_FIELD with `element`. */
export function checkLinks(value: JsonValue, path: string): readonly SentLink[] {
  if (!Array.isArray(value)) throw new Fault('2010', `${path} must be an array.`, { element: path })
  return value.map((each, index) => checkLink(each, `${path}[${index}]`))
}

function checkLink(value: JsonValue, path: string): SentLink {
  if (!isJsonObject(value)) throw new Fault('2010', `${path} must be an object.`, { element: path })
  const unknown = Object.keys(value).find((name) => !linkMembers.has(name))
  if (unknown !== undefined) {
    const element = `${path}.${unknown}`
    throw new Fault('UNMAPPED_FIELD', `${element} does not exist. A link has TxnId, TxnType and TxnLineId.`, {
      element,
    })
  }
  const lineId = isBlank(value.TxnLineId) ? undefined : checkToken(value.TxnLineId, `${path}.TxnLineId`, maxIdLength)
  return {
    txnId: checkToken(needed(value, 'TxnId', path), `${path}.TxnId`, maxIdLength),
    txnType: checkText(needed(value, 'TxnType', path), `${path}.TxnType`).trim(),
    txnLineId: lineId === '0' ? undefined : lineId,
    path,
  }
}

function needed(link: JsonObject, member: string, path: string): JsonValue {
  const value = link[member]
  if (value === undefined || isBlank(value)) {
    throw new Fault('2020', `${path}.${member} is required.`, { element: `${path}.${member}` })
  }
  return value
}

const linkMembers = new Set(['TxnId', 'TxnType', 'TxnLineId'])

/** Rejects a link to any other transaction type. */
export function requireLinkType({ txnType, path }: SentLink, types: readonly string[]): void {
  if (types.includes(txnType)) return
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${path}.TxnType is not supported: QuickBooks Desktop links here only to ${types.join(' or ')}.`,
    {
      element: `${path}.TxnType`,
    },
  )
}

/** Returns whether a line is copied from another transaction's line. */
export function isLinked(line: JsonObject): boolean {
  return isMeaningful(line.LinkedTxn)
}

/**
 * Creates the header links by which a new record copies earlier transactions' lines (an order becomes a bill).
 * QuickBooks copies all their open lines, so clients send either no lines, or lines each naming their original
 * (`LinkToTxnID` and `LinkToTxn`). Set on create only.
 *
 * @param type the earlier transaction on the client side: `PurchaseOrder`
 * @param options.comparesLines lines equal to the transaction's pass too, confirmed before the write
 */
export function takesOver(type: string, { comparesLines = false } = {}): DerivedRow {
  return derived('structure', readAllLinks, {
    ...(comparesLines && { copies: type }),
    needs: 'links',
    createOnly: true,
    to: (value, { path, body }) => {
      const lines = (Array.isArray(body.Line) ? body.Line : []).filter(isJsonObject)
      const named = new Set(
        lines
          .filter(isLinked)
          .flatMap(({ LinkedTxn }) => checkLinks(LinkedTxn ?? [], 'Line').map(({ txnId }) => txnId)),
      )
      return checkLinks(value, path).flatMap((link) => {
        requireLinkType(link, [type])
        if (named.has(link.txnId)) return []
        if (lines.length > 0 && !comparesLines) throw copiedLinesFault(link.path, type)
        return [leaf('LinkToTxnID', link.txnId)]
      })
    },
    note: 'set on creation only',
  })
}

/** Creates the fault for lines next to the link at `path`, whose lines QuickBooks copies. */
export function copiedLinesFault(path: string, type: string): Fault {
  return new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${path} is not supported: QuickBooks Desktop adds the lines of a linked ${type} itself. Omit Line, or name the linked line in LinkedTxn of each line, with TxnLineId.`,
    { element: path },
  )
}

/** Creates the link on a line copied from an earlier transaction's line. Set on create only. */
export function takesOverLine(type: string): DerivedRow {
  return derived('structure', () => undefined, {
    createOnly: true,
    to: (value, { path }) => {
      const [link, ...more] = checkLinks(value, path)
      if (link === undefined) return []
      requireLinkType(link, [type])
      if (more.length > 0) {
        throw new Fault('UNSUPPORTED_BY_DESKTOP', `${path} names several lines, but a line can link to only one.`, {
          element: path,
        })
      }
      if (link.txnLineId === undefined) {
        throw new Fault('2020', `${link.path}.TxnLineId is required, since it names the linked line.`, {
          element: `${link.path}.TxnLineId`,
        })
      }
      return [branch('LinkToTxn', [leaf('TxnID', link.txnId), leaf('TxnLineID', link.txnLineId)])]
    },
    note: 'set on creation only',
  })
}
