import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { toPlainSentence } from '../access/isolate-name.ts'
import { type Html, renderSentence } from '../access/render-sentence.ts'

const style = `
:root { color-scheme: light dark; --ink: #18181b; --soft: #55555e; --paper: #fff; --line: #e4e4e7; --field-line: #a1a1aa; --primary: #18181b; --on-primary: #fff; --code: #f4f4f5; --focus: #2563eb }
@media (prefers-color-scheme: dark) { :root { --ink: #ececee; --soft: #b0b0b8; --paper: #141416; --line: #2e2e34; --field-line: #55555e; --primary: #ececee; --on-primary: #141416; --code: #222226; --focus: #8ab4ff } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; padding: 0 16px 24px; background: var(--paper); color: var(--ink); font: 14px/1.5 'Inter Variable', Inter, system-ui, sans-serif }
header { max-width: 1048px; margin: 0 auto; padding: 18px 0; display: flex; align-items: center; gap: 10px; font-weight: 600 }
header svg { width: 24px; height: 24px }
main { max-width: 480px; margin: 48px auto 0; padding: 32px; border: 1px solid var(--line); border-radius: 8px }
@media (max-width: 480px) { main { margin-top: 16px; padding: 24px 16px } }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; font-weight: 600; overflow-wrap: anywhere }
h2 { margin: 24px 0 4px; font-size: 14px; font-weight: 600; overflow-wrap: anywhere }
p, ul { margin: 0 0 16px } main > :last-child { margin-bottom: 0 } ul { padding-left: 20px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
a { color: inherit }
pre { margin: 0 0 16px; padding: 12px; border-radius: 6px; background: var(--code); font: 13px/1.5 'JetBrains Mono Variable', ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all }
code { font: 13px/1.5 'JetBrains Mono Variable', ui-monospace, monospace }
.soft { color: var(--soft); font-size: 13px; overflow-wrap: anywhere }
.known { margin: 0 0 16px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px }
.files { list-style: none; padding: 0 } .files li + li { margin-top: 8px }
.files a { display: block; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; overflow-wrap: anywhere } .files bdi { font-weight: 500 } .files small { display: block; color: var(--soft); font-size: 13px }
.search { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; margin: 0 0 16px } .search label { flex: 3 1 200px } .search button { flex: none }
input { display: block; width: 100%; min-height: 36px; margin: 4px 0 0; padding: 7px 12px; border: 1px solid var(--field-line); border-radius: 6px; background: transparent; color: inherit; font: inherit }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 24px 0 16px }
button, .button { flex: 1 1 120px; min-height: 36px; padding: 7px 16px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
.primary { border-color: var(--primary); background: var(--primary); color: var(--on-primary) }
button:focus-visible, a:focus-visible, input:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
`

/** The page's style sheet as a source of its policy. */
export const pageStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * Responds with a self-contained page. It runs no scripts, cannot be framed and is not cached.
 *
 * @param formTargets additional CSP sources for `form-action`
 */
export function respondWithPage(
  context: Context,
  status: ContentfulStatusCode,
  title: string,
  content: Html,
  formTargets: readonly string[] = [],
) {
  context.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `style-src ${pageStyleHash}`,
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
  )
  context.header('X-Frame-Options', 'DENY')
  context.header('X-Content-Type-Options', 'nosniff')
  context.header('Cache-Control', 'no-store')
  return context.html(renderPage(title, content), status)
}

/**
 * Renders a self-contained page in the portal's look.
 *
 * @param title its names are marked by `isolateName`
 * @param head further elements of the head
 */
export function renderPage(title: string, content: Html, head: Html | string = ''): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<title>${toPlainSentence(title)} · Bridge Service</title>
<style>${raw(style)}</style>
</head>
<body>
<header>
<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="currentColor"/><path d="M4 21h24M9 21v-7m14 7v-7M4 17c4 0 5-6 5-6s2.5 6 7 6 7-6 7-6 1 6 5 6" fill="none" stroke="var(--on-primary)" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
Bridge Service
</header>
<main>
<h1>${renderSentence(title)}</h1>
${content}
</main>
</body>
</html>`
}
