import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listParts, type SentSecret, sentSecrets, toWords } from '../../test/secrets.fixture.ts'
import { redact } from './redact.ts'
import { namedSecrets } from './secret-kinds.ts'

/** Always hidden fields and elements on both sides, and parameter names. */
const secretFields = [
  ...['SSN', 'TaxIdentifier', 'PrimaryTaxIdentifier', 'SecondaryTaxIdentifier', 'VendorTaxIdent', 'Password'],
  ...['CreditCardNumber', 'CardNumber', 'client_secret', 'access_token', 'refresh_token'],
  ...namedSecrets.filter(({ pattern }) => pattern === undefined).flatMap(({ names }) => names),
]

describe('redact', () => {
  it.each([
    ['JSON', '{"SSN":"123-45-6789","GivenName":"Ann"}', '{"SSN":"[hidden]","GivenName":"Ann"}'],
    ['JSON with spaces and in lower case', '{ "ssn" : "123456789" }', '{ "ssn" : "[hidden]" }'],
    ['a number', '{"SSN":123456789,"A":1}', '{"SSN":"[hidden]","A":1}'],
    ['a name with escapes', '{"\\u0053SN":"123456789"}', '{"SSN":"[hidden]"}'],
    ['a value with escaped quotes', '{"SSN":"1\\"2345678"}', '{"SSN":"[hidden]"}'],
    ['a value that was cut off', '{"SSN":"1234', '{"SSN":"[hidden]"'],
    ['qbXML', '<SSN>123-45-6789</SSN><Name>A</Name>', '<SSN>[hidden]</SSN><Name>A</Name>'],
    ['qbXML that was cut off', '<SSN>12345', '<SSN>[hidden]'],
    [
      'XML with a prefix',
      '<ns0:SSN>123456789</ns0:SSN><ns0:Id>1</ns0:Id>',
      '<ns0:SSN>[hidden]</ns0:SSN><ns0:Id>1</ns0:Id>',
    ],
    ['XML with an attribute', '<SSN a="1">123456789</SSN>', '<SSN a="1">[hidden]</SSN>'],
    ['XML with CDATA', '<SSN><![CDATA[123456789]]></SSN>', '<SSN>[hidden]</SSN>'],
    ['XML without a value', '<SSN/><Name>A</Name>', '<SSN/><Name>A</Name>'],
    ['a query', "select * from Employee where SSN = '123456789'", "select * from Employee where SSN = '[hidden]'"],
    [
      'a query with another comparison',
      "SSN != '123456789' and SSN>='1' AND ssn LIKE '%6789'",
      "SSN != '[hidden]' and SSN>='[hidden]' AND ssn LIKE '[hidden]'",
    ],
    ['a query with a list', "SSN in ('123456789', '987654321') and Id = '1'", "SSN in ('[hidden]') and Id = '1'"],
    ['a query with a number', 'where SSN = 123456789 order by Id', "where SSN = '[hidden]' order by Id"],
    ['an unexpected array', '{"SSN":["123456789"],"A":1}', '{"SSN":"[hidden]","A":1}'],
    ['an unexpected object', '{"SSN":{"value":"123456789"},"A":1}', '{"SSN":"[hidden]","A":1}'],
    ['the tax identifier of a vendor', '{"TaxIdentifier":"123456789"}', '{"TaxIdentifier":"[hidden]"}'],
    ['a note', '{"Notes":"her number is 123-45-6789."}', '{"Notes":"her number is [hidden]."}'],
  ])('hides a social security number in %s', (_where, text, expected) => {
    expect(redact(text)).toBe(expected)
  })

  it('hides a card number except for its last digits', () => {
    expect(redact('{"CreditChargeInfo":{"Number":"4111111111111111"}}')).toBe(
      '{"CreditChargeInfo":{"Number":"[hidden]1111"}}',
    )
    expect(redact('{"Number": 4111111111111111 }')).toBe('{"Number": [hidden]1111 }')
    expect(redact('<ns0:Number>4111111111111111</ns0:Number>')).toBe('<ns0:Number>[hidden]1111</ns0:Number>')
    expect(redact('<CreditCardNumber>4111111111111111</CreditCardNumber>')).toBe(
      '<CreditCardNumber>[hidden]</CreditCardNumber>',
    )
  })

  it.each(['SSN =', '"SSN":', '"Number":', '<SSN ', '<Number>', "SSN in ('1',", 'SSN not'])(
    'takes linear time for a long text behind %s',
    (begin) => {
      const text = `${begin}${' '.repeat(16_000)}${'1 '.repeat(8_000)}!`.repeat(4)
      // A backtracking pattern would run for minutes.
      expect(redact(text).endsWith('1 !')).toBe(true)
    },
  )

  it.each(['"password":', 'SSN in (', '<password', 'password', 'SSN","', 'SSN is'])(
    'takes linear time for many blanks behind %s',
    (begin) => {
      const text = `${begin}${' '.repeat(400_000)}`
      // A backtracking pattern would run for minutes.
      expect(redact(text)).toBe(text)
    },
  )

  it.each([
    '{"Id":"6062629211113366","PrimaryPhone":{"FreeFormNumber":"(555) 123-4567"},"TxnDate":"2026-03-02"}',
    '{"Invoice":{"Id":"1F-1700000000","SyncToken":"1700000001","DocNumber":"INV-10045","TotalAmt":1234567.89}}',
    '{"CustomerRef":{"value":"80000003-1700000000","name":"Amy Lauterbach"},"CheckNum":"100234"}',
    '{"TrackingNum":"1Z999AA10123456784","PONumber":"4500012345","PaymentRefNum":"20261126000123"}',
    '{"Name":"Checking","AcctNum":"1000","Classification":"Asset","AcctNumExtn":""}',
    "select * from Account where AcctNum in ('1000', '1010') orderby AcctNum",
    '<AccountRet><AccountNumber>1010.20</AccountNumber><Name>Savings</Name></AccountRet>',
    '{"Name":"Basic Consulting","Description":"Basic Bookkeeping for bearer instruments"}',
    '{"Notes":"The secretary has a new token of thanks. Her password is required, passwords never expire."}',
    '{"Notes":"Call +1 555 123 4567, +49 30 123456-78 or 044 123 45 67, at 9:00-10:30."}',
    '{"Rate":0.5333333333333333,"Amount":4111.11,"EIN_note":"Assn: 12"}',
    '{"EditSequence":"1700000001","TxnID":"4F2A-1700000001","ExternalGUID":"{4111aaaa-1111-4111-8111-111111111111}"}',
    '/v3/company/6062629211113366/invoice/1F-1700000000',
    '?client_id=svcc_0123456789abcdef0123456789abcdef&start_date=2026-01-01&minorversion=75',
    'https://example.com:8443/path?a=b, mailto:ann@example.com',
    '<StateTaxID>',
  ])('keeps %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('keeps the ID of the realm although it has the form of a card number', () => {
    const text = '{"CompanyInfo":{"Id":"4012888888881881"},"Notes":"4111 1111 1111 1111"}'
    const expected = '{"CompanyInfo":{"Id":"4012888888881881"},"Notes":"[hidden]1111"}'
    expect(redact(text, { realmId: '4012888888881881' })).toBe(expected)
  })

  it.each([
    ['the rest of a form', 'a=1&password=it%27s+5%2C%20me&b=2', 'a=1&password=[hidden]&b=2'],
    [
      'a form in a form',
      'url=https%3A%2F%2Fx.test%2F%3Ftoken%3Dabc%2520def%26b%3D2',
      'url=https://x.test/?token=[hidden]&b=2',
    ],
    [
      'a header in words',
      '{"Notes":"curl -H \'Authorization: Bearer abc\' x"}',
      '{"Notes":"curl -H \'Authorization: [hidden] x"}',
    ],
    ['cookies', 'Cookie: sid=abc; other=def\nAccept: */*', 'Cookie: [hidden]\nAccept: */*'],
    [
      'a query in JSON',
      '{"Query":"where SSN = \\"912345678\\" and Id = \\"1\\""}',
      '{"Query":"where SSN = \\"[hidden]\\" and Id = \\"1\\""}',
    ],
    ['words', 'Her SSN is 912 34 5678, his tax ID: 12-3456789.', 'Her SSN is [hidden], his tax ID: [hidden]'],
    ['an account number', '<AccountNumber>00123456789</AccountNumber>', '<AccountNumber>[hidden]6789</AccountNumber>'],
    ['a token', 'Use svct_0123456789abcdefABCDEF0123456789abcd, please.', 'Use svct_[hidden], please.'],
    ['a form with several parts', 'name="password"\r\n\r\nHunter2\r\n--x', 'name="password"\r\n\r\n[hidden]\r\n--x'],
    ['escaped slashes', '{"a":"https:\\/\\/ann:Hunter2@x.test\\/"}', '{"a":"https:\\/\\/ann:[hidden]x.test\\/"}'],
    ['an attribute', '<field name="SSN" value="912345678" a="1"/>', '<field name="SSN" value="[hidden]" a="1"/>'],
  ])('hides only the value in %s', (_where, text, expected) => {
    expect(redact(text)).toBe(expected)
  })

  it('hides what is left of any secret wherever a text is cut off', () => {
    const digits = fc.stringMatching(/^[a-z0-9 ,.]{0,40}$/)
    const notations = [
      ({ name, value }: SentSecret) => JSON.stringify({ a: 1, [name]: value, b: 2 }),
      ({ name, value }: SentSecret) => `<A><${name}>${value}</${name}></A>`,
      (secret: SentSecret) => JSON.stringify({ Notes: `Call me. ${toWords(secret)} Thanks.` }),
      ({ name, value }: SentSecret) => `select * from Customer where ${name} = '${value}' maxresults 5`,
      ({ name, value }: SentSecret) => `a=b&${new URLSearchParams({ [name]: value })}&c=d`,
    ]
    const secrets = fc.constantFrom(...sentSecrets)
    fc.assert(
      fc.property(secrets, fc.constantFrom(...notations), digits, (secret, write, before) => {
        const text = `${before} ${write(secret)}`
        for (let end = 1; end < text.length; end += 1) {
          const shown = redact(text.slice(0, end), { isCut: true })
          for (const part of listParts(secret)) expect(shown).not.toContain(part)
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each(secretFields)('hides the value of %s', (name) => {
    expect(redact(`{"${name}":"value"}`)).toBe(`{"${name}":"[hidden]"}`)
    const element = name.toLowerCase().replaceAll(' ', '')
    expect(redact(`<${element}>value</${element}>`)).not.toContain('value')
  })

  it.each(['AcctNum', 'Number'])('hides a card number in %s', (name) => {
    expect(redact(`{"${name}":"4111111111111111"}`)).toBe(`{"${name}":"[hidden]1111"}`)
  })

  it('leaves out the rest of a text with more than a thousand secrets', () => {
    const shown = redact(`${'SSN = 1 '.repeat(5_000)}SSN = 2`)
    expect(shown.length).toBeLessThan(25_000)
    expect(shown).toMatch(/^SSN = '\[hidden\]' SSN .*…$/)
    expect(shown).not.toContain('2')
  })

  it('hides secrets in any context', () => {
    const digits = fc.stringMatching(/^[0-9]{9}$/)
    fc.assert(
      fc.property(digits, fc.dictionary(fc.string(), fc.jsonValue()), (SSN, others) => {
        fc.pre(!JSON.stringify(others).includes(SSN))
        expect(redact(JSON.stringify({ ...others, SSN }))).not.toContain(SSN)
      }),
    )
  })
})
