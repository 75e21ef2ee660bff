/** Elements that may repeat below their parent, so that one of them is an array of one in JSON. */
export const repeatedElements: ReadonlySet<string> = new Set([
  'BatchItemRequest',
  'CustomField',
  'ItemGroupLine',
  'Line',
  'LinkedTxn',
  'NameValue',
  'TaxLine',
  'TaxRateDetail',
])
