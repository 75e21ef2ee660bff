import { describeEntity, registry } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { writeDifferencesDocument } from './differences-document.ts'

const entities = Object.values(registry).flatMap((entity) =>
  entity.kind === 'built' ? [describeEntity(entity.table)] : [],
)

function findSection(markdown: string, title: string): string {
  return markdown.split('\n## ').find((section) => section.startsWith(title)) ?? expect.fail(title)
}

function write(name: string): string {
  return writeDifferencesDocument(entities.find((entity) => entity.name === name) ?? expect.fail(name))
}

describe('writeDifferencesDocument', () => {
  it('groups what differs in Invoice by what to do', () => {
    const markdown = write('Invoice')
    expect([...markdown.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      'Leave out',
      'Send back unchanged, or leave out',
      'Set when you create',
      'Do not expect in responses',
      'Check what you rely on',
      'Nothing to do',
    ])
    expect(findSection(markdown, 'Leave out')).toMatch(/`DiscountRate`.*\| .*use DiscountLineDetail \|/)
    expect(findSection(markdown, 'Send back')).toContain('`AllowOnlinePayment`')
    expect(findSection(markdown, 'Set when you create')).toContain('`LinkedTxn`')
    expect(findSection(markdown, 'Nothing to do')).toContain('`InvoiceLink`')
    expect(markdown).not.toContain('`DocNumber`')
  })

  it('names the kinds of Item with a field, unless all have it', () => {
    expect(write('Item')).toMatch(/`\w+` \(ItemInventory[,)]/)
  })

  it('has each differing field of an entity once', () => {
    for (const { name, variants, ...rest } of entities) {
      const markdown = writeDifferencesDocument({ name, variants, ...rest })
      const differing = variants.flatMap(({ fields }) =>
        fields.filter(({ access, reason, note }) => !/^read-(write|only)$/.test(access) || (reason ?? note)),
      )
      const missing = differing.filter(({ path }) => !markdown.includes(`\`${path}\``)).map(({ path }) => path)
      expect([name, missing]).toEqual([name, []])
      if (variants.length === 1) {
        const rows = markdown.split('\n').filter((line) => line.startsWith('| `'))
        const listed = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)])
        expect([name, listed.length]).toEqual([name, new Set(differing.map(toKey)).size])
      }
    }
  })
})

function toKey({ path, reason, note, access }: { path: string; reason?: string; note?: string; access: string }) {
  return [path, access === 'borrowed' ? 'repeat-only' : access, reason, note].join('\n')
}
