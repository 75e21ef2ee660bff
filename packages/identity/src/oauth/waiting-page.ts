import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { pageStyleHash, renderPage } from './page.ts'

/** A page whose request could not be served at once. */
export interface WaitingPage {
  readonly title: string
  /** What happened, in full sentences. */
  readonly text: string
  /** Seconds until the page loads again. */
  readonly seconds: number
}

const countDown = `(function(){var left=document.getElementById('left'),end=Date.now()+left.textContent*1000
setInterval(function(){left.textContent=Math.max(0,Math.ceil((end-Date.now())/1000))},250)})()`

/** The policy of a waiting page, which loads nothing. */
export const waitingPagePolicy = [
  "default-src 'none'",
  `style-src ${pageStyleHash}`,
  `script-src 'sha256-${createHash('sha256').update(countDown).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Renders a page that counts down and then loads again. Without scripts it shows the seconds and loads again, too. */
export function renderWaitingPage({ title, text, seconds }: WaitingPage): string {
  return String(
    renderPage(
      title,
      html`<p>${text}</p>
<p>This page loads again automatically in <span id="left" role="timer">${seconds}</span> s.</p>
<script>${raw(countDown)}</script>`,
      html`<meta http-equiv="refresh" content="${seconds}">`,
    ),
  )
}
