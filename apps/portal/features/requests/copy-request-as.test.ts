import { describe, expect, it } from 'vitest'
import { copyRequestAs, toSearch } from './copy-request-as.ts'

const create = {
  baseUrl: 'https://bridge.test',
  method: 'POST',
  path: '/v3/company/1/customer',
  query: '?requestid=a 1',
  queryText: null,
  contentType: 'application/json',
  body: `{"DisplayName":"O'Hara \\"é\\""}`,
}

describe('a request as code', () => {
  it('is a curl command with a quoted body and no token', () => {
    expect(copyRequestAs('curl', create)).toBe(
      [
        "curl -X POST 'https://bridge.test/v3/company/1/customer?requestid=a%201' \\",
        '  -H "Authorization: Bearer $ACCESS_TOKEN" \\',
        "  -H 'Accept: application/json' \\",
        "  -H 'Content-Type: application/json' \\",
        `  --data-raw '{"DisplayName":"O'\\''Hara \\"é\\""}'`,
      ].join('\n'),
    )
  })

  it('is JavaScript that parses and sends the same body', () => {
    const code = copyRequestAs('JavaScript', create)
    expect(() => new Function(`return async () => { ${code} }`)).not.toThrow()
    expect(code).toContain(`body: ${JSON.stringify(create.body)}`)
  })

  it('is Python with the token of the environment', () => {
    const code = copyRequestAs('Python', { ...create, method: 'GET', body: '' })
    expect(code).toContain(`f"Bearer {os.environ['ACCESS_TOKEN']}"`)
    expect(code).not.toContain('data=')
  })

  it('encodes the text of a query that contains separators', () => {
    const queryText = "select * from Customer where DisplayName = 'A & B'"
    expect(toSearch({ query: `?query=${queryText}&explain=1`, queryText })).toBe(
      `query=${encodeURIComponent(queryText)}&explain=1`,
    )
    expect(toSearch({ query: '', queryText: null })).toBe('')
  })
})
