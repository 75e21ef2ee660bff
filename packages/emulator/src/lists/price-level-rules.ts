import { Unsupported } from '../requests/status-error.ts'
import type { ListRules } from './kind-rules.ts'

/** Price levels: a percentage on every price, or some items' prices. */
export const priceLevelRules: ListRules = {
  requested({ PriceLevelPerItem: items = [], ...fields }) {
    const rows = Array.isArray(items) ? items : []
    for (const row of rows)
      if (row.AdjustPercentage !== undefined) throw new Unsupported('PriceLevelAdd/AdjustPercentage')
    return rows.length === 0 ? fields : { ...fields, PriceLevelPerItemRet: rows }
  },
  defaults: (fields) => ({
    PriceLevelType: fields.PriceLevelFixedPercentage === undefined ? 'PerItem' : 'FixedPercentage',
  }),
}

/** Inventory sites; the first is the default. */
export const inventorySiteRules: ListRules = {
  defaults: (_fields, { books }) => ({ IsDefaultSite: String(books.lists.getIds('InventorySite').length === 0) }),
}
