import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const style = `
:root { color-scheme: light dark; --ink: #1a1b1e; --soft: #495057; --paper: #fff; --ground: #f1f3f5; --line: #ced4da; --accent: #0f7f56; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #f1f3f5; --soft: #ced4da; --paper: #242528; --ground: #141517; --line: #4a4d52; --accent: #58c897; --on-accent: #06281b } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 30rem; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; overflow-wrap: anywhere }
h2 { margin: 1.5rem 0 .25rem; font-size: 1rem }
p, ul { margin: 0 0 1rem } main > :last-child { margin-bottom: 0 } ul { padding-left: 1.25rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
a { color: var(--accent) }
.soft { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 }
button { flex: 1 1 8rem; padding: .625rem 1rem; border: 1px solid var(--line); border-radius: .25rem; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Responds with a self-contained page. It runs no scripts, cannot be framed, is not cached and sends no referrer.
 *
 * @param formTargets additional CSP sources for `form-action`
 */
export function respondWithPage(
  context: Context,
  status: 200 | 400 | 403,
  title: string,
  content: Html,
  formTargets: readonly string[] = [],
) {
  context.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
  )
  context.header('X-Frame-Options', 'DENY')
  context.header('X-Content-Type-Options', 'nosniff')
  context.header('Cache-Control', 'no-store')
  context.header('Referrer-Policy', 'no-referrer')
  return context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Bridge Service</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`,
    status,
  )
}
