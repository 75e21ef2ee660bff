import { sameRow } from '../parts/contact.ts'
import type { Rows } from '../table/row.ts'
import { choice, fixed, refused, text, whole } from '../table/rows.ts'

const input = 'CreditCardTxnInfo/CreditCardTxnInputInfo'
const result = 'CreditCardTxnInfo/CreditCardTxnResultInfo'

const reason = 'QuickBooks Desktop keeps the data of a card only with a charge of its own merchant service'
const byMerchantService = fixed(reason)

/** How a card was charged: read, never written. QuickBooks shows the last digits of a card's number. */
export const cardPayment: Rows = {
  'CreditCardPayment.CreditChargeInfo.Number': text(`${input}/CreditCardNumber`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.NameOnAcct': text(`${input}/NameOnCard`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.CcExpiryMonth': whole(`${input}/ExpirationMonth`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.CcExpiryYear': whole(`${input}/ExpirationYear`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.BillAddrStreet': text(`${input}/CreditCardAddress`, byMerchantService),
  'CreditCardPayment.CreditChargeInfo.PostalCode': text(`${input}/CreditCardPostalCode`, byMerchantService),
  ...sameRow(
    ['Type', 'Amount', 'ProcessPayment', 'CommercialCardCode', 'CCTxnMode', 'CCTxnType', 'PrevCCTransId'].map(
      (name) => `CreditCardPayment.CreditChargeInfo.${name}`,
    ),
    refused(reason),
  ),
  'CreditCardPayment.CreditChargeResponse.TxnAuthorizationTime': refused(reason),
  'CreditCardPayment.CreditChargeResponse.Status': choice(
    `${result}/PaymentStatus`,
    ['Completed', 'Unknown'],
    byMerchantService,
  ),
  'CreditCardPayment.CreditChargeResponse.AuthCode': text(`${result}/AuthorizationCode`, byMerchantService),
  'CreditCardPayment.CreditChargeResponse.CCTransId': text(`${result}/CreditCardTransID`, byMerchantService),
}
