import { describe, expect, it } from 'vitest'
import { readPageDocument } from './page-markdown.ts'

const page = `<html><head><meta name="description" content="How it works."></head><body><main><nav>Menu</nav>
  <article data-documentation="true"><h1>Safe retries</h1><p>Repeat it.</p>
  <div data-no-index="true"><button>Copy as Markdown</button><a href="/x.md">View</a></div>
  <h2 id="a">Codes<a class="heading-link" href="#a">#</a></h2>
  <table><thead><tr><th>Code</th></tr></thead><tbody><tr><td><a href="/docs/errors/5010"><code>5010</code></a></td></tr></tbody></table>
  <div class="code-block"><pre><code class="hljs language-sh">curl</code></pre><button data-copy>Copy</button></div><!--$-->
  </article></main></body></html>`

describe('readPageDocument', () => {
  it('converts the article of a page, without buttons and links to headings', () => {
    const document = readPageDocument(page)
    expect(document).toMatchObject({ title: 'Safe retries', description: 'How it works.' })
    expect(document?.markdown.split('\n\n')).toEqual([
      '# Safe retries',
      'Repeat it.',
      '## Codes',
      '| Code |\n| - |\n| [`5010`](/docs/errors/5010) |',
      '```sh\ncurl\n```\n',
    ])
  })

  it('returns nothing for a page without text', () => {
    expect(readPageDocument('<html><body></body></html>')).toBeUndefined()
  })
})
