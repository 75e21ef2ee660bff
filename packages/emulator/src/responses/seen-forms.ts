import type { Element } from '@bridge/qbxml'

/**
 * Returns a transaction as some real company files return it, against QuickBooks' documentation: links have amounts
 * with the other sign, and the credit of a refund does not say what remains of it.
 */
export function toSeenForm(record: Element): Element {
  return {
    ...record,
    children: record.children.map((child): Element => {
      if (child.name === 'LinkedTxn') return { ...child, children: child.children.map(negateAmount) }
      if (child.name !== 'RefundAppliedToTxnRet') return child
      return { ...child, children: child.children.filter(({ name }) => name !== 'CreditRemaining') }
    }),
  }
}

function negateAmount(element: Element): Element {
  if (element.name !== 'Amount' || /^-?0\.00$/.test(element.text)) return element
  return { ...element, text: element.text.startsWith('-') ? element.text.slice(1) : `-${element.text}` }
}
