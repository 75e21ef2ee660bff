import type { RowSpecs } from '../table/row.ts'
import { choice, field, part, refused, repeatOnly, sameRow } from '../table/rows.ts'

const input = 'CreditCardTxnInfo/CreditCardTxnInputInfo'
const result = 'CreditCardTxnInfo/CreditCardTxnResultInfo'

const reason = 'QuickBooks Desktop keeps the data of a card only for charges of its merchant service'
const byMerchantService = repeatOnly(
  reason,
  'Charge the card with your payment provider, and record PaymentMethodRef and PaymentRefNum.',
)

/** A card charge, read-only. QuickBooks shows only the card number's last digits. */
export const cardPayment: RowSpecs = part('card payment', {
  'CreditCardPayment.CreditChargeInfo.Number': field(`${input}/CreditCardNumber`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.NameOnAcct': field(`${input}/NameOnCard`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.CcExpiryMonth': field(`${input}/ExpirationMonth`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.CcExpiryYear': field(`${input}/ExpirationYear`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.BillAddrStreet': field(`${input}/CreditCardAddress`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.PostalCode': field(`${input}/CreditCardPostalCode`, byMerchantService),
  ...sameRow(
    ['Type', 'Amount', 'ProcessPayment', 'CommercialCardCode', 'CCTxnMode', 'CCTxnType', 'PrevCCTransId'].map(
      (name) => `CreditCardPayment.CreditChargeInfo.${name}`,
    ),
    refused(reason, 'Charge the card with your payment provider, and record PaymentMethodRef and PaymentRefNum.'),
  ),
  'CreditCardPayment.CreditChargeResponse.TxnAuthorizationTime': refused(
    reason,
    'Charge the card with your payment provider, and record PaymentMethodRef and PaymentRefNum.',
  ),
  'CreditCardPayment.CreditChargeResponse.Status': choice(
    `${result}/PaymentStatus`,
    ['Completed', 'Unknown'],
    byMerchantService,
  ),
  'CreditCardPayment.CreditChargeResponse.AuthCode': field(`${result}/AuthorizationCode`, byMerchantService),
  'CreditCardPayment.CreditChargeResponse.CCTransId': field(`${result}/CreditCardTransID`, byMerchantService),
})
