import { createHash } from 'node:crypto'
import type { Handler } from 'hono'
import type { OpenApi } from './openapi.ts'

/** Returns the handler for `/openapi.json`. The document is serialized once; a client that has it gets a 304. */
export function serveOpenApi(getDocument: () => OpenApi): Handler {
  let printed: { readonly text: string; readonly etag: string } | undefined
  return (context) => {
    if (printed === undefined) {
      const text = JSON.stringify(getDocument())
      printed = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
    }
    const { text, etag } = printed
    const headers = { ETag: etag, 'Cache-Control': 'public, max-age=300' }
    const known = context.req
      .header('if-none-match')
      ?.split(',')
      .map((each) => each.trim().replace(/^W\//, ''))
    if (known?.includes(etag)) return context.body(null, 304, headers)
    return context.body(text, 200, { ...headers, 'Content-Type': 'application/json; charset=utf-8' })
  }
}
