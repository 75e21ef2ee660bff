import { expect, it } from 'vitest'
import { joinExchanges, type ShownExchange } from './join-exchanges.ts'

const exchange: ShownExchange = {
  sent: '<a/>',
  sentCharacters: 4,
  received: '<b/>',
  receivedCharacters: 4,
  reason: null,
}

it('returns a single message set as it is', () => {
  expect(joinExchanges([exchange], 0, 'sent')).toBe('<a/>')
})

it('numbers several, and says what is cut, lost and left out', () => {
  const lost = { ...exchange, received: null, reason: 'timeout' }
  expect(joinExchanges([{ ...exchange, receivedCharacters: 99 }, lost], 1, 'received')).toBe(
    [
      '<!-- Message set 1 of 3 -->\n<b/>\n<!-- Only the first 4 of 99 characters are kept -->',
      '<!-- Message set 2 of 3 -->\n<!-- No response: timeout -->',
      '<!-- 1 more are too long to show -->',
    ].join('\n\n'),
  )
})
