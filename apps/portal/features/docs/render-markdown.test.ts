import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

function keepLink(href: string): string {
  return href
}

describe('renderMarkdown', () => {
  it('returns title, description and the rest', () => {
    const document = renderMarkdown('# Queries\n\nRun `SELECT`.\n\n## Cost\n\nText.', keepLink)
    expect(document).toMatchObject({ title: 'Queries', description: 'Run SELECT.' })
    expect(document.html).not.toContain('Queries')
    expect(document.html).toContain('<p>Text.</p>')
  })

  it('lists the headings and links each of them', () => {
    const { headings, html } = renderMarkdown('# A\n\nB.\n\n## Safe retries\n\n### With `requestid`', keepLink)
    expect(headings).toEqual([
      { id: 'safe-retries', text: 'Safe retries', level: 2 },
      { id: 'with-requestid', text: 'With requestid', level: 3 },
    ])
    expect(html).toContain('<h2 id="safe-retries">Safe retries<a href="#safe-retries"')
  })

  it('gives the cells of a table the titles of their columns', () => {
    const { html } = renderMarkdown('| Code | Meaning |\n| --- | --- |\n| 610 | Not found |', keepLink)
    expect(html).toContain('<td data-label="Code">610</td>')
    expect(html).toContain('<td data-label="Meaning">Not found</td>')
  })

  it('highlights code and adds a button that copies it', () => {
    const { html } = renderMarkdown('```js\nconst a = 1\n```', keepLink)
    expect(html).toContain('<span class="hljs-keyword">const</span>')
    expect(html).toMatch(/<pre tabindex="0">.*<\/pre><button type="button" data-copy="" aria-label="Copy code">/s)
  })

  it('resolves links', () => {
    const { html } = renderMarkdown('# A\n\nB.\n\nSee [queries](queries.md#cost).', (href) => `/docs/${href}`)
    expect(html).toContain('<a href="/docs/queries.md#cost">queries</a>')
  })

  it('leaves the text of a link without an address', () => {
    const { html } = renderMarkdown('# A\n\nB.\n\nSee [the file](docs/deployment.md).', () => undefined)
    expect(html).toContain('See <span>the file</span>.')
  })

  it('drops raw HTML', () => {
    const { html } = renderMarkdown(
      '# A\n\nB.\n\n<script>alert(1)</script>\n\nText <img src=x onerror=alert(1)>.',
      keepLink,
    )
    expect(html).not.toMatch(/<script|<img/)
  })
})
