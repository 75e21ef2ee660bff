import { child, childText } from '@bridge/qbxml'
import type { RowSpecs } from '../table/row.ts'
import { derived, field, spelled } from '../table/rows.ts'

const inventory = 'ItemsAndInventoryPreferences'

/** QuickBooks Enterprise's inventory settings, which QBO's XML schema has for QuickBooks Desktop. */
export const inventoryPreferences: RowSpecs = {
  'AdvancedInventoryPrefs.MLIAvailable': field('MultiLocationInventoryPreferences/IsMultiLocationInventoryAvailable'),
  'AdvancedInventoryPrefs.MLIEnabled': field('MultiLocationInventoryPreferences/IsMultiLocationInventoryEnabled'),
  'AdvancedInventoryPrefs.EnhancedInventoryReceivingEnabled': field(`${inventory}/EnhancedInventoryReceivingEnabled`),
  'AdvancedInventoryPrefs.TrackingSerialOrLotNumber': derived('bool', (record) => {
    const tracked = childText(child(record, inventory) ?? record, 'IsTrackingSerialOrLotNumber')
    return tracked === undefined ? undefined : tracked !== 'None'
  }),
  'AdvancedInventoryPrefs.TrackingOnSalesTransactionsEnabled': field(
    `${inventory}/isTrackingOnSalesTransactionsEnabled`,
  ),
  'AdvancedInventoryPrefs.TrackingOnPurchaseTransactionsEnabled': field(
    `${inventory}/isTrackingOnPurchaseTransactionsEnabled`,
  ),
  'AdvancedInventoryPrefs.TrackingOnInventoryAdjustmentEnabled': field(
    `${inventory}/isTrackingOnInventoryAdjustmentEnabled`,
  ),
  'AdvancedInventoryPrefs.TrackingOnBuildAssemblyEnabled': field(`${inventory}/isTrackingOnBuildAssemblyEnabled`),
  'AdvancedInventoryPrefs.FIFOEnabled': field(`${inventory}/FIFOEnabled`),
  'AdvancedInventoryPrefs.FIFOEffectiveDate': field(`${inventory}/FIFOEffectiveDate`),
  'AdvancedInventoryPrefs.RowShelfBinEnabled': field(`${inventory}/IsRSBEnabled`),
  'AdvancedInventoryPrefs.BarcodeEnabled': field(`${inventory}/IsBarcodeEnabled`),
}

/** QuickBooks Desktop's finance charges, which QBO's XML schema has for it. */
export const financeChargePreferences: RowSpecs = {
  'FinanceChargesPrefs.AnnualInterestRate': field('FinanceChargePreferences/AnnualInterestRate'),
  'FinanceChargesPrefs.MinFinChrg': field('FinanceChargePreferences/MinFinanceCharge'),
  'FinanceChargesPrefs.GracePeriod': field('FinanceChargePreferences/GracePeriod'),
  'FinanceChargesPrefs.CalcFinChrgFromTxnDate': field(
    'FinanceChargePreferences/CalculateChargesFrom',
    spelled({ yes: ['InvoiceOrBilledDate'], no: ['DueDate'] }),
  ),
  'FinanceChargesPrefs.AssessFinChrgForOverdueCharges': field('FinanceChargePreferences/IsAssessingForOverdueCharges'),
  'FinanceChargesPrefs.FinChrgAccountRef': field('FinanceChargePreferences/FinanceChargeAccountRef'),
}
