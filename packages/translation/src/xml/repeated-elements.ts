/** Elements that may repeat below their parent, so a single one is an array in JSON. */
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
