import { describe, expect, it } from 'vitest'
import type { MenuEntry } from './menu-entry.ts'
import { rankEntries } from './rank-entries.ts'

function file(name: string, id: string): MenuEntry {
  return { id, group: 'Company files', label: name, ids: [id] }
}

const entries: readonly MenuEntry[] = [
  { id: 'home', group: 'Pages', label: 'Home' },
  { id: 'company-files', group: 'Pages', label: 'Company files' },
  { id: 'rotate', group: 'Actions', label: 'Rotate secret of Payroll', keywords: ['replace', 'new'] },
  file('Client file 406 LLC', '9321406111112222'),
  file('Client file 321 LLC', '9368290660193084'),
  file('Ångström & Söhne', '1111222233334444'),
  { id: 'payroll', group: 'Apps', label: 'Payroll', ids: ['svcc_abc'] },
]

function docs(label: string, found: MenuEntry['found'] = 'by text'): MenuEntry {
  return { id: `/docs/${label}`, group: 'Documentation', label, found: found ?? 'by text' }
}

function guess(text: string): MenuEntry {
  return { id: 'guess', group: 'Requests', label: `Requests with requestid ${text}`, isGuess: true }
}

function rank(text: string, more: readonly MenuEntry[] = []): string[] {
  return rankEntries(text, [...entries, ...more]).flatMap((group) => group.entries.map(({ label }) => label))
}

describe('rankEntries', () => {
  it('puts a name before a part of an ID', () => {
    expect(rank('client file 321')).toEqual(['Client file 321 LLC', 'Client file 406 LLC'])
    expect(rank('321')).toEqual(['Client file 321 LLC', 'Client file 406 LLC'])
  })

  it('puts the place of a pasted ID before pages with only some of its words', () => {
    const [first] = rank('invoice-17', [guess('invoice-17'), docs('Formats: Bodies in XML', 'by some words')])
    expect(first).toBe('Requests with requestid invoice-17')
    expect(rank('invoice-17', [guess('invoice-17'), docs('Formats: Bodies in XML')])[0]).toBe(first)
    expect(rank('QBWC1039', [guess('QBWC1039'), docs('Web Connector')])[0]).toBe('Web Connector')
    expect(rank('invoices', [guess('invoices'), docs('Invoice')])[0]).toBe('Invoice')
  })

  it('finds a company file by a part of its ID, and puts the whole ID before names', () => {
    expect(rank('0660193')).toEqual(['Client file 321 LLC'])
    expect(rank('9368290660193084', [file('Copy of 9368290660193084', '1')])[0]).toBe('Client file 321 LLC')
  })

  it('puts what is named by the whole text first, and what any ID may mean last', () => {
    expect(rank('5010', [docs('5010', 'by name'), guess('5010')])).toEqual(['5010', 'Requests with requestid 5010'])
    expect(rank('Payroll')[0]).toBe('Payroll')
    expect(rank('invoice-17', [guess('invoice-17')])).toEqual(['Requests with requestid invoice-17'])
  })

  it('finds an action by its first word, before documentation found by a synonym', () => {
    expect(rank('rotate', [docs('POST /clients/{clientId}/secret', 'by name')])[0]).toBe('Rotate secret of Payroll')
    expect(rank('replace payroll')).toEqual(['Rotate secret of Payroll'])
  })

  it('puts groups in the order of their best entries', () => {
    expect(rankEntries('payroll', entries).map(({ label }) => label)).toEqual(['Apps', 'Actions'])
    expect(rankEntries('client', [...entries, docs('About clients')])[0]?.label).toBe('Company files')
  })

  it('puts a company file before its deletion', () => {
    const deletion: MenuEntry = { id: 'delete', group: 'Actions', label: 'Delete company file Client file 321 LLC' }
    expect(rank('file 321', [deletion])[0]).toBe('Client file 321 LLC')
    expect(rank('delete file 321', [deletion])).toEqual([deletion.label])
  })

  it('keeps the order of a search engine', () => {
    expect(rank('limits', [docs('About limits'), docs('Limits of reads')])).toEqual(['About limits', 'Limits of reads'])
  })

  it('ignores case, accents and blanks around the text', () => {
    expect(rank('  ANGSTROM sohne ')).toEqual(['Ångström & Söhne'])
  })

  it('requires all words', () => {
    expect(rank('client nothing')).toEqual([])
  })

  it('shows at most 8 entries of a group', () => {
    const many = Array.from({ length: 30 }, (_, index) => file(`Branch ${index}`, `77${index}`))
    expect(rank('branch', many)).toHaveLength(8)
  })

  it('returns all entries in their order without a text', () => {
    expect(rankEntries('', entries.slice(0, 3))).toEqual([
      { label: 'Pages', entries: entries.slice(0, 2) },
      { label: 'Actions', entries: entries.slice(2, 3) },
    ])
  })
})
