import { describe, expect, it } from 'vitest'
import { chooseFormat, type Format, getBodyFormat } from './format.ts'

describe('chooseFormat', () => {
  it.each<[accept: string | undefined, body: Format | undefined, client: Format | undefined, expected: Format]>([
    [undefined, undefined, undefined, 'json'],
    ['*/*', undefined, undefined, 'json'],
    ['*/*', 'json', 'json', 'json'],
    ['application/xml', undefined, undefined, 'xml'],
    ['text/xml;charset=utf-8', 'json', 'json', 'xml'],
    ['application/xml;q=0, */*', undefined, undefined, 'json'],
    ['*/*', 'xml', undefined, 'xml'],
    [undefined, 'xml', 'json', 'xml'],
    ['text/plain', 'xml', undefined, 'xml'],
    ['*/*', undefined, 'xml', 'xml'],
    [undefined, undefined, 'xml', 'xml'],
    ['', undefined, 'xml', 'xml'],
    ['text/html, */*;q=0.1', undefined, 'xml', 'xml'],
    ['text/html', undefined, 'xml', 'json'],
    ['application/pdf', undefined, 'xml', 'json'],
    ['application/json', 'xml', 'xml', 'json'],
    ['application/xml, application/json;q=0.5', 'xml', 'xml', 'json'],
    ['APPLICATION/JSON; charset=utf-8', undefined, 'xml', 'json'],
  ])(
    'for Accept %s, a body in %s and a client that prefers %s is %s [dp-4.2:9]',
    (accept, bodyFormat, clientFormat, expected) => {
      expect(chooseFormat({ accept, bodyFormat, clientFormat })).toBe(expected)
    },
  )
})

describe('getBodyFormat', () => {
  it.each<[contentType: string | undefined, body: string, expected: Format]>([
    ['application/xml', '<Customer/>', 'xml'],
    ['Text/XML; charset=utf-8', ' <Customer/>', 'xml'],
    ['application/xml', '', 'xml'],
    ['application/xml', ' {"DisplayName":"A"}', 'json'],
    ['application/json', '<Customer/>', 'json'],
    ['text/plain', '<Customer/>', 'json'],
    [undefined, '<Customer/>', 'json'],
  ])('for Content-Type %s and the body %s is %s', (contentType, body, expected) => {
    expect(getBodyFormat(contentType, body)).toBe(expected)
  })
})
