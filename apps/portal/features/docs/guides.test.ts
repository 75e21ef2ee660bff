import { readdirSync } from 'node:fs'
import { sandboxFaultsSchema } from '@bridge/data-plane/sandbox/faults'
import { describe, expect, it } from 'vitest'
import { documentedErrors } from './error-catalogue.ts'
import { getGuide, guideSlugs, readRepositoryFile } from './guides.ts'

describe('guides', () => {
  it('lists every file of docs/guides, once', () => {
    const files = readdirSync(new URL('../../../../docs/guides', import.meta.url)).map((file) =>
      file.replace(/\.md$/, ''),
    )
    expect([...guideSlugs].sort()).toEqual(files.sort())
  })

  it.each(guideSlugs)('%s has a title and a description', (slug) => {
    const { title, description } = getGuide(slug)
    expect(title).not.toBe('')
    expect(description).toMatch(/[.?]$/)
  })

  it('links to the pages and headings of other guides, and to error pages that exist', () => {
    const anchors = new Set(
      guideSlugs.flatMap((slug) => {
        const page = `/docs/guides/${slug}`
        return [page, ...getGuide(slug).headings.map(({ id }) => `${page}#${id}`)]
      }),
    )
    const errors = new Set(documentedErrors.map(({ anchor }) => `/docs/errors/${anchor}`))
    const broken = guideSlugs.flatMap((slug) =>
      [...getGuide(slug).html.matchAll(/href="([^"]+)"/g)]
        .map(([, href = '']) => (href.startsWith('#') ? `/docs/guides/${slug}${href}` : href))
        .filter((href) => {
          if (href.startsWith('/docs/guides/')) return !anchors.has(href)
          if (href.startsWith('/docs/errors/')) return !errors.has(href)
          return !/^(https:|\/docs\/(api|entities|errors|reports)$)/.test(href)
        })
        .map((href) => `${slug}: ${href}`),
    )
    expect(broken).toEqual([])
  })

  it('draws the windows of QuickBooks where a guide has an image, and has no other image', () => {
    const connecting = getGuide('connecting-a-company-file').html
    expect(connecting.match(/<figure><svg [^>]*role="img" aria-label="[^"]+"/g)).toHaveLength(9)
    for (const slug of guideSlugs) expect(getGuide(slug).html).not.toMatch(/<img|data-drawing/)
  })

  it('names a failure switch of the sandbox only if it exists', () => {
    const rows = readRepositoryFile('docs/guides/sandbox.md')
      .split('\n')
      .filter((line) => /^\| `/.test(line))
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(Object.keys(sandboxFaultsSchema.shape)).toEqual(expect.arrayContaining(named))
  })

  describe('errors-by-code', () => {
    const markdown = readRepositoryFile('docs/guides/errors-by-code.md')
    /** The first words of each row, and what its function calls it. */
    const rows = {
      'Correct it': 'correct',
      'Wait, then repeat': 'repeat',
      'Wait as long': 'wait',
      'Repeat with the same': 'uncertain',
      'Read the record, do not': 'applied',
      'Read again': 'stale',
      'Refresh the access token': 'refresh',
    }
    const actions = new Map(
      Object.entries(rows).flatMap(([start, action]) => {
        const row = markdown.split('\n').find((line) => line.startsWith(`| **${start}`)) ?? expect.fail(start)
        return [...row.matchAll(/\[`([^`]+)`\]/g)].map(([, code = '']) => [code, action] as const)
      }),
    )
    const documented = documentedErrors.filter(({ origin }) => /^(Service|QuickBooks)/.test(origin))

    it('has every code in the row of its advice', () => {
      const advised = documented.map(({ code, advice }) => {
        const [start = ''] = Object.entries(adviceStarts).find(([, text]) => advice.text.startsWith(text)) ?? []
        return [code, start]
      })
      expect(Object.fromEntries(actions)).toEqual(Object.fromEntries(advised))
    })

    it('has a function that chooses the row of every code', () => {
      const [, code = ''] = /```js\n(.*?)```/s.exec(markdown) ?? []
      const chooseAction = new Function(`${code}\nreturn chooseAction`)() as (status: number, code: string) => string
      const chosen = documented.map(({ code: each, statuses: [status = 0] }) => [each, chooseAction(status, each)])
      expect(Object.fromEntries(chosen)).toEqual(Object.fromEntries(actions))
      expect([chooseAction(503, 'NEW_CODE'), chooseAction(400, '3999')]).toEqual(['uncertain', 'correct'])
    })
  })
})

/** How the advice for integrations begins, by what errors-by-code calls it. */
const adviceStarts = {
  correct: 'Nothing was changed in the company file. The same request fails again',
  repeat: 'Nothing was changed in the company file. Send the same request again later',
  wait: 'Nothing was changed. Wait',
  uncertain: 'A write may have been applied',
  applied: 'The change was applied',
  stale: 'Read the record again',
  refresh: 'Refresh once',
}
