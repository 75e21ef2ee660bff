import { html } from 'hono/html'
import { toPlainSentence } from '../access/isolate-name.ts'
import { type Html, renderSentence } from '../access/render-sentence.ts'

/** An email as it is sent. */
export interface MailMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The link in it, shown by the development mailbox. */
  readonly link: string
}

/** The parts of an email asking for one thing. Names in its sentences are marked by `isolateName`. */
export interface MailParts {
  readonly host: string
  readonly title: string
  /** One paragraph each. */
  readonly paragraphs: readonly string[]
  readonly action: { readonly label: string; readonly link: string }
  /** Small print. */
  readonly note: string
}

/** The content ID of the mark, which each email brings along: programs do not load pictures from elsewhere. */
export const markId = 'mark@bridge-service'

const fonts = "Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"

/**
 * Renders an email in the portal's look, with an equivalent text part. Its styles are in attributes, because many email
 * programs drop style sheets.
 */
export function renderMail({ host, title, paragraphs, action, note }: MailParts): Omit<MailMessage, 'subject'> {
  const sentences = [title, ...paragraphs, `${action.label}:\n${action.link}`, note, `Bridge Service · ${host}`]
  const text = sentences.map(toPlainSentence).join('\n\n')
  const html = String(renderHtml({ host, title, paragraphs, action, note }))
  return { text: `${text}\n`, html, link: action.link }
}

function renderHtml({ host, title, paragraphs, action, note }: MailParts): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${toPlainSentence(title)}</title>
  </head>
  <body style="margin: 0; padding: 24px 16px; background: #f4f4f5; color: #18181b; font-family: ${fonts}; font-size: 14px; line-height: 1.5">
    <div style="max-width: 480px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #e4e4e7; border-radius: 8px">
      <p style="margin: 0 0 24px; font-weight: 600"><img src="cid:${markId}" width="24" height="24" alt="" style="display: inline-block; margin-right: 10px; vertical-align: middle">Bridge Service</p>
      <h1 style="margin: 0 0 16px; font-size: 20px; line-height: 1.3; font-weight: 600; overflow-wrap: anywhere">${renderSentence(title)}</h1>
      ${paragraphs.map((paragraph) => html`<p style="margin: 0 0 16px; overflow-wrap: anywhere">${renderSentence(paragraph)}</p>`)}
      <p style="margin: 24px 0">
        <a href="${action.link}" style="display: inline-block; padding: 7px 16px; border: 1px solid #18181b; border-radius: 6px; background: #18181b; color: #ffffff; font-weight: 600; text-decoration: none">${action.label}</a>
      </p>
      <p style="margin: 0 0 8px; color: #55555e; font-size: 13px">Or open this address in your browser:</p>
      <p style="margin: 0 0 16px; font-size: 13px; overflow-wrap: anywhere"><a href="${action.link}" style="color: #55555e">${action.link}</a></p>
      <p style="margin: 0; padding-top: 16px; border-top: 1px solid #e4e4e7; color: #55555e; font-size: 13px">${renderSentence(note)}</p>
    </div>
    <p style="max-width: 480px; margin: 16px auto 0; color: #55555e; font-size: 13px; text-align: center">Sent by the Bridge Service at ${host}</p>
  </body>
</html>`
}
