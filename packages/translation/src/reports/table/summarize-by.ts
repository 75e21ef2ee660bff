import type { Unit } from '../dates/unit.ts'
import type { ListName } from './list-name.ts'

export type SummarizeBy = 'Total' | Interval | SummarizedList

export type Interval = 'Days' | 'Week' | 'Month' | 'Quarter' | 'Year'

export type SummarizedList = 'Customers' | 'Vendors' | 'Classes'

/** The values for `summarize_column_by`, what each means and the desktop's word for it [dp-4.6:summarize_column_by]. */
export const summaries: Readonly<
  Record<SummarizeBy, { readonly desktop: string; readonly unit?: Unit; readonly list?: ListName }>
> = {
  Total: { desktop: 'TotalOnly' },
  Days: { desktop: 'Day', unit: 'day' },
  Week: { desktop: 'Week', unit: 'week' },
  Month: { desktop: 'Month', unit: 'month' },
  Quarter: { desktop: 'Quarter', unit: 'fiscalQuarter' },
  Year: { desktop: 'Year', unit: 'fiscalYear' },
  Customers: { desktop: 'Customer', list: 'customer' },
  Vendors: { desktop: 'Vendor', list: 'vendor' },
  Classes: { desktop: 'Class', list: 'class' },
}

export const intervals: readonly Interval[] = ['Days', 'Week', 'Month', 'Quarter', 'Year']

export const summarizedLists: readonly SummarizedList[] = ['Customers', 'Vendors', 'Classes']
