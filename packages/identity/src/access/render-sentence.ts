import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { splitSentence } from './isolate-name.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Renders a sentence with each name that `isolateName` has marked in its own direction. */
export function renderSentence(sentence: string): Html {
  return html`${splitSentence(sentence).map(({ text, isName }) => (isName ? html`<bdi>${text}</bdi>` : text))}`
}
