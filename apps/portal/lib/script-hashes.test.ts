import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashInlineScripts } from './script-hashes.ts'

function quoteHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

describe('hashInlineScripts', () => {
  it('hashes each inline script once, byte for byte', () => {
    const html = '<script>a()\n </script><p></p><script id="x">b("é")</script><script>a()\n </script>'
    expect(hashInlineScripts(html)).toEqual([quoteHash('a()\n '), quoteHash('b("é")')])
  })

  it('hashes a script that names a script, and ignores one without an end', () => {
    const html = '<SCRIPT>a("<script>")</SCRIPT><script>b()'
    expect(hashInlineScripts(html)).toEqual([quoteHash('a("<script>")')])
    expect(hashInlineScripts('<script/S'.repeat(10_000))).toEqual([])
  })

  it('skips scripts with a source', () => {
    expect(hashInlineScripts('<script src="/a.js" async=""></script>')).toEqual([])
  })
})
